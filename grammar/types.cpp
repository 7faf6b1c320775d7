// Types. An array or `*` takes all that follows as its element: `[n]t u` is `[n](t u)`.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

const x3::rule<class type_dim_id, ast::TypeDim> type_dim = "a type";
const x3::rule<class type_arrow_id, ArrowChain> type_arrow = "a type";
const x3::rule<class type_unique_id, ast::TypeUnique> type_unique = "a type";
const x3::rule<class type_sum_id, ast::TypeSum> type_sum = "a sum type";
const x3::rule<class type_clause_id, TypeClause> type_clause = "a constructor";
const x3::rule<class type_apply_id, NewTypeExp> type_apply = "a type";
const x3::rule<class type_atom_id, NewTypeExp> type_atom = "a type";
const x3::rule<class type_group_id, TypeGroup> type_group = "a type";
const x3::rule<class type_record_id, ast::TypeRecord> type_record = "a record type";
const x3::rule<class type_field_id, TypeField> type_field = "a field";
const x3::rule<class type_array_id, ast::TypeArray> type_array = "an array type";
const x3::rule<class size_exp_id, ast::SizeExp> size_exp = "a size";

// clang-format off
const auto type_exp_def =
    nested(node<NewTypeExp>(t::question, type_dim) |
           node<NewTypeExp>(t::type_start, type_arrow));

const auto type_dim_def =
    t::question > size_binder[append<&ast::TypeDim::sizes>] >
    *size_binder[append<&ast::TypeDim::sizes>] >
    t::dot > type_exp[into<&ast::TypeDim::inner>];

const auto type_arrow_def =
    (look(at_named_parameter) >>
     t::lparen >> t::identifier[into<&ArrowChain::param>] >>
     t::colon > type_exp[into<&ArrowChain::from>] > t::rparen >
     t::arrow > type_exp[into<&ArrowChain::to>]) |
    (type_term[into<&ArrowChain::from>] >> -(t::arrow > type_exp[into<&ArrowChain::to>]));

const auto type_term_def =
    nested(node<NewTypeExp>(t::star, type_unique) |
           node<NewTypeExp>(t::constructor, type_sum) |
           type_apply);
const auto type_unique_def = t::star > type_term[into<&ast::TypeUnique::inner>];

const auto type_sum_def =
    type_clause[append<&ast::TypeSum::clauses>] >>
    *(t::bar > type_clause[append<&ast::TypeSum::clauses>]);
const auto type_clause_def =
    t::constructor[apply<name_clause>] >> *type_atom[append<&TypeClause::second>];

const auto type_apply_def =
    type_atom[whole] >> chain(size_exp[apply<apply_size>] | type_atom[apply<apply_type>]);

const auto type_atom_def =
    node<NewTypeExp>(t::identifier, qual_name) |
    node<NewTypeExp>(t::any_bracket, type_array) |
    node<NewTypeExp>(t::lparen, type_group) |
    node<NewTypeExp>(t::lbrace, type_record);
const auto type_part = type_exp[append<&TypeGroup::parts>];
const auto type_group_def = t::lparen > tuple_until_rparen(type_part, type_part);
const auto type_record_def =
    t::lbrace > list_until(t::rbrace, type_field[append<&ast::TypeRecord::fields>]);
const auto type_field_def =
    t::field[into<&TypeField::first>] > t::colon > type_exp[into<&TypeField::second>];
const auto type_array_def =
    size_exp[into<&ast::TypeArray::size>] > type_term[into<&ast::TypeArray::element>];
const auto size_exp_def =
    spanned(t::any_bracket >> -exp[into<&ast::SizeExp::exp>] > t::rbracket);

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(type_exp, type_dim, type_arrow, type_term, type_unique, type_sum, type_clause,
                    type_apply, type_atom, type_group, type_record, type_field, type_array,
                    size_exp)
LAGUZ_INSTANTIATE(type_exp)
LAGUZ_INSTANTIATE(type_term)

}  // namespace laguz::grammar
