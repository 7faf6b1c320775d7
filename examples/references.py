#!/usr/bin/env python3
"""Where the expected results of the examples come from: the same calculations in NumPy.

Nothing here differentiates by itself. Gradients are written out by hand, or are central differences.
Needs python3-numpy. Prints what the test blocks of the programs expect.

    python3 examples/references.py [iris|mlp|conv|mixture|newton|heat|lotka_volterra]...
"""
import json
import pathlib
import re
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent
np.set_printoptions(precision=6, suppress=True, linewidth=100)


def values(name):
    """The values in an input file, as arrays."""
    text = re.sub(r"--.*", "", (HERE / name).read_text())
    text = re.sub(r"(?<=[0-9])(u8|f64)", "", text)
    at, found, decoder = 0, [], json.JSONDecoder()
    while (rest := text[at:].lstrip()):
        at = len(text) - len(rest)
        value, used = decoder.raw_decode(rest)
        found.append(np.array(value))
        at += used
    return found


def differences(f, x, h=1e-5):
    return np.array([(f(x + h * e) - f(x - h * e)) / (2 * h) for e in np.eye(len(x))])


def softmax_loss(scores, answers):
    """Mean cross-entropy, and its derivative in the scores."""
    n = len(scores)
    top = scores.max(1, keepdims=True)
    total = top[:, 0] + np.log(np.exp(scores - top).sum(1))
    slope = np.exp(scores - total[:, None])
    slope[np.arange(n), answers] -= 1
    return (total - scores[np.arange(n), answers]).mean(), slope / n


def uniforms(seed, size, n):
    """lib/random.fut: splitmix64."""
    mask = (1 << 64) - 1

    def scramble(x):
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)

    bits = [scramble((seed + 0x9E3779B97F4A7C15 * (i + 1)) & mask) for i in range(n)]
    return size * (2 * np.array([(b >> 11) / 2**53 for b in bits]) - 1)


class Momentum:
    def __init__(self, rate, keep):
        self.rate, self.keep, self.velocity = rate, keep, None

    def step(self, params, gradient):
        old = self.velocity or [0 * p for p in params]
        self.velocity = [self.keep * v - self.rate * g for v, g in zip(old, gradient)]
        return [p + v for p, v in zip(params, self.velocity)]


class Adam:
    def __init__(self, rate):
        self.rate, self.t, self.m, self.v = rate, 0, None, None

    def step(self, params, gradient):
        self.t += 1
        m = self.m or [0 * p for p in params]
        v = self.v or [0 * p for p in params]
        self.m = [0.9 * a + (1 - 0.9) * g for a, g in zip(m, gradient)]
        self.v = [0.999 * a + (1 - 0.999) * g * g for a, g in zip(v, gradient)]
        full1, full2 = 1 - 0.9**self.t, 1 - 0.999**self.t
        return [p - self.rate * (a / full1) / (np.sqrt(b / full2) + 1e-8)
                for p, a, b in zip(params, self.m, self.v)]


def iris():
    x, answers = values("iris/iris.in")
    x = (x - x.mean(0)) / x.std(0)
    weights, bias, curve = np.zeros((3, 4)), np.zeros(3), []
    for i in range(501):
        loss, slope = softmax_loss(x @ weights.T + bias, answers)
        if i % 50 == 0:
            curve.append(loss)
        if i < 500:
            weights, bias = weights - 0.5 * slope.T @ x, bias - 0.5 * slope.sum(0)
    print(np.array(curve), ((x @ weights.T + bias).argmax(1) == answers).mean())


def train(params, scores, loss_and_gradient, optimiser):
    images, labels = values("digits/digits.in")
    x = images / 16
    held_out = np.arange(len(x)) % 5 == 4
    seen, seen_labels = x[~held_out], labels[~held_out]
    n, curve = len(seen), []
    for epoch in range(10):
        losses = []
        for b in range(n // 32):
            batch = ((b * 32 + np.arange(32)) * 611 + epoch) % n
            loss, gradient = loss_and_gradient(params, seen[batch], seen_labels[batch])
            losses.append(loss)
            params = optimiser.step(params, gradient)
        curve.append(np.mean(losses))
    accuracy = lambda x, y: (scores(params, x).argmax(1) == y).mean()
    print(np.array(curve), accuracy(seen, seen_labels), accuracy(x[held_out], labels[held_out]))


def mlp():
    def scores(p, x):
        return np.tanh(x @ p[0].T + p[1]) @ p[2].T + p[3]

    def loss_and_gradient(p, x, answers):
        hidden = np.tanh(x @ p[0].T + p[1])
        loss, ds = softmax_loss(hidden @ p[2].T + p[3], answers)
        dh = (ds @ p[2]) * (1 - hidden * hidden)
        return loss, [dh.T @ x, dh.sum(0), ds.T @ hidden, ds.sum(0)]

    start = [uniforms(1, 1 / 8, 4096).reshape(64, 64), np.zeros(64),
             uniforms(2, 1 / 8, 640).reshape(10, 64), np.zeros(10)]
    train(start, scores, loss_and_gradient, Momentum(0.1, 0.9))


def conv():
    def forward(p, x):
        patches = np.lib.stride_tricks.sliding_window_view(x.reshape(-1, 8, 8), (3, 3), (1, 2))
        fits = np.einsum("nijab,fab->nfij", patches, p[0]) + p[1][:, None, None]
        blocks = np.maximum(fits, 0).reshape(-1, 8, 3, 2, 3, 2).swapaxes(3, 4)
        blocks = blocks.reshape(-1, 8, 3, 3, 4)
        pooled = blocks.max(-1).reshape(-1, 72)
        return patches, fits, blocks, pooled, pooled @ p[2].T + p[3]

    def loss_and_gradient(p, x, answers):
        patches, fits, blocks, pooled, scores = forward(p, x)
        loss, ds = softmax_loss(scores, answers)
        db = np.zeros_like(blocks)
        np.put_along_axis(db, blocks.argmax(-1)[..., None],
                          (ds @ p[2]).reshape(-1, 8, 3, 3)[..., None], -1)
        df = db.reshape(-1, 8, 3, 3, 2, 2).swapaxes(3, 4).reshape(-1, 8, 6, 6) * (fits > 0)
        return loss, [np.einsum("nijab,nfij->fab", patches, df), df.sum((0, 2, 3)),
                      ds.T @ pooled, ds.sum(0)]

    start = [uniforms(3, 1 / 3, 72).reshape(8, 3, 3), np.zeros(8),
             uniforms(4, 1 / np.sqrt(72), 720).reshape(10, 72), np.zeros(10)]
    train(start, lambda p, x: forward(p, x)[4], loss_and_gradient, Adam(0.02))


def mixture():
    x = values("iris/iris.in")[0]

    def matrices(q, low):
        return [np.tril(low[k], -1) + np.diag(np.exp(q[k])) for k in range(3)]

    def nll(l, mu, q, low):
        """By the textbook: covariance, determinant, inverse."""
        weights, density = np.exp(l) / np.exp(l).sum(), 0
        for k, root in enumerate(matrices(q, low)):
            covariance, d = np.linalg.inv(root.T @ root), x - mu[k]
            square = np.einsum("ni,ij,nj->n", d, np.linalg.inv(covariance), d)
            density = density + weights[k] * np.exp(-square / 2) / np.sqrt(
                np.linalg.det(2 * np.pi * covariance))
        return -np.log(density).sum()

    def gradient(l, mu, q, low):
        """As in EM: how responsible each cloud is for each point, times how far off it is."""
        roots, weights = matrices(q, low), np.exp(l) / np.exp(l).sum()
        z = [(x - mu[k]) @ roots[k].T for k in range(3)]
        logs = np.stack([np.log(weights[k]) + q[k].sum() - (z[k] ** 2).sum(1) / 2
                         for k in range(3)], 1)
        r = np.exp(logs - logs.max(1, keepdims=True))
        r /= r.sum(1, keepdims=True)
        dq = [np.einsum("n,ni,nj->ij", r[:, k], z[k], x - mu[k]) for k in range(3)]
        return [len(x) * weights - r.sum(0),
                np.array([-(r[:, k] @ (z[k] @ roots[k])) for k in range(3)]),
                np.array([np.diag(dq[k]) * np.exp(q[k]) - r[:, k].sum() for k in range(3)]),
                np.array([np.tril(dq[k], -1) for k in range(3)])]

    params = [np.zeros(3), x[[0, 50, 100]], np.zeros((3, 4)), np.zeros((3, 4, 4))]
    flat = np.concatenate([params[0], params[1].ravel()])
    print(nll(*params),
          differences(lambda p: nll(p[:3], p[3:].reshape(3, 4), *params[2:]), flat))
    optimiser, curve = Adam(0.02), []
    for i in range(500):
        if i % 100 == 0:
            curve.append(nll(*params))
        params = optimiser.step(params, gradient(*params))
    print(np.array(curve), nll(*params), np.exp(params[0]) / np.exp(params[0]).sum())


def newton():
    x = values("newton/newton.in")[0]
    for _ in range(8):
        a, b = x
        print(x, 100 * (b - a * a) ** 2 + (1 - a) ** 2)
        gradient = np.array([-400 * a * (b - a * a) - 2 * (1 - a), 200 * (b - a * a)])
        hessian = np.array([[1200 * a * a - 400 * b + 2, -400 * a], [-400 * a, 200]])
        x = x - np.linalg.solve(hessian, gradient)


def heat():
    def simulate(logs):
        k = np.repeat(np.exp(logs), 8)
        inside, t = 2 * k[:-1] * k[1:] / (k[:-1] + k[1:]), np.zeros(32)
        for _ in range(1000):
            flow = np.concatenate([[2 * k[0] * (1 - t[0])], inside * (t[:-1] - t[1:]),
                                   [2 * k[-1] * t[-1]]])
            t = t + flow[:-1] - flow[1:]
        return t

    measured = values("heat/heat.in")[0]
    print("off by at most", abs(simulate(np.log([0.3, 0.1, 0.25, 0.15])) - measured).max())
    print(differences(lambda q: ((simulate(q) - measured) ** 2).sum(), np.log(np.full(4, 0.2))))


def lotka_volterra():
    hares, lynxes = values("lotka_volterra/pelts.in")
    data = np.log(np.array([hares, lynxes]).T)

    def residuals(q, steps=200):
        """Classical Runge-Kutta, so many steps a year, in logarithms."""
        (a, b, c, d), y, h = np.exp(q[:4]), q[4:], 1 / steps
        slope = lambda y: np.array([a - b * np.exp(y[1]), d * np.exp(y[0]) - c])
        off = [y - data[0]]
        for year in data[1:]:
            for _ in range(steps):
                k1 = slope(y)
                k2 = slope(y + h / 2 * k1)
                k3 = slope(y + h / 2 * k2)
                y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(y + h * k3))
            off.append(y - year)
        return np.concatenate(off)

    q = np.concatenate([np.log([0.5, 0.025, 0.8, 0.025]), data[0]])
    print(differences(lambda q: (residuals(q) ** 2).sum(), q))
    for i in range(8):  # Gauss-Newton, a little damped to begin with
        r, jacobian = residuals(q, 100), differences(lambda q: residuals(q, 100), q)
        normal = jacobian @ jacobian.T
        damping = (0.01 if i < 2 else 0) * np.diag(np.diag(normal))
        q = q - np.linalg.solve(normal + damping, jacobian @ r)
    print(np.exp(q), (residuals(q) ** 2).sum())


if __name__ == "__main__":
    known = [iris, mlp, conv, mixture, newton, heat, lotka_volterra]
    for reference in known:
        if len(sys.argv) == 1 or reference.__name__ in sys.argv[1:]:
            print(f"\n{reference.__name__}")
            reference()
