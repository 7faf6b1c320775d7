// Atoms: literals, names, brackets of all sorts, and the selectors and indexes behind them.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

using Dims = std::vector<ast::DimIndex>;

const x3::rule<class primary_id, NewExp> primary = "an expression";
const x3::rule<class selector_id, Selector> selector = "a field";
const x3::rule<class index_id, ast::UpdateStep> bracket_index = "an index";
const x3::rule<class dims_id, Dims> dims = "an index or ']'";
const x3::rule<class dim_id, ast::DimIndex> dim = "an index";
const x3::rule<class update_step_id, ast::UpdateStep> update_step = "a field or an index";
const x3::rule<class first_step_id, ast::UpdateStep> first_step = "a field or an index";
const x3::rule<class path_section_id, std::vector<ast::UpdateStep>> path_section = "a section";
const x3::rule<class open_section_id, OpenSection> open_section = "a section";
const x3::rule<class group_id, Group> group = "an expression";
const x3::rule<class array_id, ast::ArrayLit> array = "an array";
const x3::rule<class record_id, ast::Record> record = "a record";
const x3::rule<class record_field_id, ast::RecordField> record_field = "a field";

bool at_path_section(const Cursor& c) {
  return c->kind == TokenKind::lparen && c.ahead(1).kind == TokenKind::dot;
}
/// `(+`, `(`f``, `(-)`; but `(-x)` is a negation.
bool at_open_section(const Cursor& c) {
  if (c->kind != TokenKind::lparen) return false;
  const TokenKind next = c.ahead(1).kind;
  if (next == TokenKind::minus) return c.ahead(2).kind == TokenKind::rparen;
  return next == TokenKind::backtick || t::symbol.kinds.has(next);
}

// clang-format off
const auto atom_def =
    primary[whole] >> *(bracket_index[apply<index>] | (t::dot > selector[apply<select>]));

const auto selector_def =
    spanned(t::field[into<&Selector::token>] |
            (t::lparen[into<&Selector::token>] > exp[into<&Selector::opened>] > t::rparen));

const auto bracket_index_def = spanned(t::index_bracket > dims[into<&ast::UpdateStep::step>]);
const auto dims_def = list_until(t::rbracket, dim[item]);
/// `:j`, `:j:k`, `::k`
const auto slice_rest = t::colon[into<&ast::DimIndex::slice>] >>
                        -op_exp[into<&ast::DimIndex::end>] >>
                        -(t::colon >> -op_exp[into<&ast::DimIndex::stride>]);
const auto dim_def =
    spanned((op_exp[into<&ast::DimIndex::start>] >> -slice_rest) | slice_rest);

const auto primary_def =
    node<NewExp>(t::leaf, t::leaf) |
    (look(at_open_section) >> node<NewExp>(t::lparen, open_section)) |
    (look(at_path_section) >> node<NewExp>(t::lparen, path_section)) |
    node<NewExp>(t::lparen, group) |
    node<NewExp>(t::lbracket, array) |
    node<NewExp>(t::lbrace, record);

const auto open_section_def =
    t::lparen >> infix_operator[into<&OpenSection::op>] >>
    -op_exp[into<&OpenSection::right>] > t::rparen;

/// One rule for `()`, `(e)`, `(e, e)` and `(e +)`: nothing is parsed twice however deep they nest.
const auto group_first = nested(op_chain)[apply<open_group>] >>
                         *((t::colon > type_exp[apply<ascribe_group>]) |
                           (t::colon_greater > type_exp[apply<coerce_group>]));
const auto group_def = t::lparen > tuple_until_rparen(group_first, exp[append<&Group::parts>]);

const auto array_def =
    t::lbracket > list_until(t::rbracket, exp[append<&ast::ArrayLit::elements>]);
const auto record_def =
    t::lbrace > list_until(t::rbrace, record_field[append<&ast::Record::fields>]);
const auto record_field_def =
    (t::identifier[apply<name_record_field>] >>
     -(t::equals > exp[into<&ast::RecordField::value>])) |
    (t::natural[apply<name_record_field>] >
     t::equals > exp[into<&ast::RecordField::value>]);

const auto update_path_def = update_step[item] >> *update_step[item];
const auto update_step_def =
    spanned((t::any_bracket > dims[into<&ast::UpdateStep::step>]) |
            (-t::dot >> t::field[apply<step_field>]));

/// `(.a.0[i])`, `(.[i].a)`
const auto path_section_def = t::lparen >> first_step[item] >> *path_step[item] > t::rparen;
const auto first_step_def =
    spanned((t::dot >> t::lbracket > dims[into<&ast::UpdateStep::step>]) |
            (t::dot > t::field[apply<step_field>]));
const auto path_step_def = bracket_index[whole] | spanned(t::dot > t::field[apply<step_field>]);

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(atom, primary, selector, bracket_index, dims, dim, update_path, update_step,
                    first_step, path_step, path_section, open_section, group, array, record,
                    record_field)
LAGUZ_INSTANTIATE(atom)
LAGUZ_INSTANTIATE(update_path)
LAGUZ_INSTANTIATE(path_step)

}  // namespace laguz::grammar
