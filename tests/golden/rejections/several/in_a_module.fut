-- The members of a module that are wrong; a member that is right is known outside.
-- ==
-- error: ^Error at [^!]*:7:[^!]*Error at [^!]*:9:[^!]*Error at [^!]*:14:[^!]*$

module shapes = {
  def area (width: f32) (height: f32) = width * height
  def square (side: f32) = area side
    : f32
  def circle (radius: f32) = pie * radius
}

def round (radius: f32) = shapes.circle radius + true

def main (side: f32) = shapes.area side true
