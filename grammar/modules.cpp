// Module expressions, module types and the specifications inside them.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

const x3::rule<class mod_head_id, NewModExp> mod_head = "a module expression";
const x3::rule<class mod_lambda_id, ast::ModLambda> mod_lambda = "a module lambda";
const x3::rule<class mod_import_id, ast::ModImport> mod_import = "'import'";
const x3::rule<class mod_apply_id, NewModExp> mod_apply = "a module expression";
const x3::rule<class mod_atom_id, NewModExp> mod_atom = "a module expression";
const x3::rule<class mod_parens_id, ast::ModParens> mod_parens = "'('";
const x3::rule<class mod_decs_id, ast::ModDecs> mod_decs = "'{'";
const x3::rule<class mod_arrow_id, ModArrowChain> mod_arrow = "a module type";
const x3::rule<class mod_type_with_id, NewModTypeExp> mod_type_with = "a module type";
const x3::rule<class refinement_id, ast::ModTypeWith> refinement = "a type name";
const x3::rule<class mod_type_atom_id, NewModTypeExp> mod_type_atom = "a module type";
const x3::rule<class mod_type_parens_id, ast::ModTypeParens> mod_type_parens = "'('";
const x3::rule<class mod_type_specs_id, ast::ModTypeSpecs> mod_type_specs = "'{'";
const x3::rule<class spec_id, ast::Spec> spec = "a specification";
const x3::rule<class bare_spec_id, ast::Spec> bare_spec = "a specification";
const x3::rule<class val_spec_id, ast::ValSpec> val_spec = "'val'";
const x3::rule<class type_spec_id, ast::TypeSpec> type_spec = "'type'";
const x3::rule<class mod_spec_id, ast::ModSpec> mod_spec = "'module'";
const x3::rule<class include_spec_id, ast::IncludeSpec> include_spec = "'include'";

// -------------------------------------------------------------------------- module expressions

// clang-format off
const auto mod_exp_def =
    nested(mod_head[whole] >> chain(t::colon > mod_type_exp[apply<ascribe_module>]));
const auto mod_head_def =
    mod_apply |
    node<NewModExp>(t::backslash, mod_lambda) |
    node<NewModExp>(t::import_, mod_import);
const auto mod_lambda_def =
    t::backslash > mod_parameter[into<&ast::ModLambda::param>] >
    -(t::colon > mod_type_atom[into<&ast::ModLambda::result>]) >
    t::arrow > mod_exp[into<&ast::ModLambda::body>];
const auto mod_import_def = t::import_ > import_path[into<&ast::ModImport::path>];
const auto mod_apply_def = mod_atom[whole] >> chain(mod_atom[apply<apply_module>]);
const auto mod_atom_def =
    node<NewModExp>(t::identifier, qual_name) |
    node<NewModExp>(t::lparen, mod_parens) |
    node<NewModExp>(t::lbrace, mod_decs);
const auto mod_parens_def = t::lparen > mod_exp[into<&ast::ModParens::inner>] > t::rparen;
const auto mod_decs_def = t::lbrace > *dec[append<&ast::ModDecs::decs>] > t::rbrace;
const auto mod_parameter_def =
    t::lparen > t::identifier[into<&ast::ModParam::name>] >
    t::colon > mod_type_exp[into<&ast::ModParam::type>] > t::rparen;

// -------------------------------------------------------------------------------- module types

const auto mod_type_exp_def = nested(node<NewModTypeExp>(t::mod_type_start, mod_arrow));
const auto mod_arrow_def =
    (look(at_named_parameter) >>
     t::lparen >> t::identifier[into<&ModArrowChain::param>] >>
     t::colon > mod_type_exp[into<&ModArrowChain::from>] > t::rparen >
     t::arrow > mod_type_exp[into<&ModArrowChain::to>]) |
    (mod_type_with[into<&ModArrowChain::from>] >>
     -(t::arrow > mod_type_exp[into<&ModArrowChain::to>]));
const auto mod_type_with_def = mod_type_atom[whole] >> chain(t::with_ > refinement[apply<refine>]);
const auto refinement_def =
    qual_name[into<&ast::ModTypeWith::name>] >
    *type_parameter[append<&ast::ModTypeWith::params>] >
    t::equals > type_exp[into<&ast::ModTypeWith::type>];
const auto mod_type_atom_def =
    node<NewModTypeExp>(t::identifier, qual_name) |
    node<NewModTypeExp>(t::lbrace, mod_type_specs) |
    node<NewModTypeExp>(t::lparen, mod_type_parens);
const auto mod_type_parens_def =
    t::lparen > mod_type_exp[into<&ast::ModTypeParens::inner>] > t::rparen;
const auto mod_type_specs_def = t::lbrace > *spec[append<&ast::ModTypeSpecs::specs>] > t::rbrace;

// ------------------------------------------------------------------------------ specifications

const auto spec_def =
    bare_spec[whole] |
    (+(t::doc[apply<document_spec>] | attribute[append<&ast::Spec::attrs>]) >
     bare_spec[apply<take_bare_spec>]);
const auto bare_spec_def =
    spanned(
        val_spec[into<&ast::Spec::node>] |
        type_spec[into<&ast::Spec::node>] |
        mod_spec[into<&ast::Spec::node>] |
        include_spec[into<&ast::Spec::node>]);
const auto val_spec_def =
    t::val_ >
    (binding_name[into<&ast::ValSpec::name>] | binding_operator[into<&ast::ValSpec::name>]) >
    *type_parameter[append<&ast::ValSpec::type_params>] >
    t::colon > type_exp[into<&ast::ValSpec::type>];
const auto type_spec_def =
    t::type_ > -t::lifted[into<&ast::TypeSpec::lifted>] >
    t::identifier[into<&ast::TypeSpec::name>] >
    *type_parameter[append<&ast::TypeSpec::type_params>] >
    -(t::equals > type_exp[into<&ast::TypeSpec::type>]);
const auto mod_spec_def =
    t::module_ > t::identifier[into<&ast::ModSpec::name>] >
    t::colon > mod_type_exp[into<&ast::ModSpec::type>];
const auto include_spec_def = t::include_ > mod_type_exp[into<&ast::IncludeSpec::type>];

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(mod_exp, mod_head, mod_lambda, mod_import, mod_apply, mod_atom, mod_parens,
                    mod_decs, mod_parameter, mod_type_exp, mod_arrow, mod_type_with, refinement,
                    mod_type_atom, mod_type_parens, mod_type_specs, spec, bare_spec, val_spec,
                    type_spec, mod_spec, include_spec)
LAGUZ_INSTANTIATE(mod_exp)
LAGUZ_INSTANTIATE(mod_type_exp)
LAGUZ_INSTANTIATE(mod_parameter)

}  // namespace laguz::grammar
