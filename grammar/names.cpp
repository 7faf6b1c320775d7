// Names, operators where they are bound, attributes, type parameters, import paths.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

const x3::rule<class attribute_body_id, ast::Attr> attribute_body = "an attribute";

// clang-format off
const auto qual_name_def =
    spanned(t::identifier[apply<add_name>] >> *(t::dot > t::identifier[apply<add_name>]));

const auto attribute_def = t::attr_open > attribute_body[whole] > t::rbracket;
const auto attribute_body_def =
    nested(spanned(
        (t::identifier[apply<name_attribute>] >>
         -(t::lparen[into<&ast::Attr::applied>] >
           list_until(t::rparen, attribute_body[append<&ast::Attr::args>]))) |
        t::attribute_number[apply<number_attribute>]));

const auto binding_operator_def =
    t::symbol[apply<bind_operator>] |
    (t::backtick > qual_name[apply<bind_backticked>] > t::backtick) |
    t::bang[apply<reject_bang>];
const auto binding_name_def =
    t::identifier[whole] | (t::lparen > binding_operator[whole] > t::rparen);

const auto size_binder_def = t::any_bracket > t::identifier[whole] > t::rbracket;
const auto type_parameter_def =
    spanned(
        (t::any_bracket > t::identifier[apply<size_parameter_name>] > t::rbracket) |
        (t::type_quote[into<&ast::TypeParam::lifted>] >
         t::identifier[apply<type_parameter_name>]));

const auto import_path_def = t::string[apply<decode_path>];

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(qual_name, attribute, attribute_body, binding_operator, binding_name,
                    size_binder, type_parameter, import_path)
LAGUZ_INSTANTIATE(qual_name)
LAGUZ_INSTANTIATE(attribute)
LAGUZ_INSTANTIATE(binding_operator)
LAGUZ_INSTANTIATE(binding_name)
LAGUZ_INSTANTIATE(size_binder)
LAGUZ_INSTANTIATE(type_parameter)
LAGUZ_INSTANTIATE(import_path)

}  // namespace laguz::grammar
