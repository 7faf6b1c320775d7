// Declarations and whole programs.
#include "grammar/actions.hpp"
#include "grammar/directives.hpp"
#include "grammar/rules.hpp"

namespace laguz::grammar {
namespace {

const x3::rule<class bare_dec_id, ast::Dec> bare_dec = "a declaration";
const x3::rule<class val_dec_id, ast::ValDec> val_dec = "a definition";
const x3::rule<class definition_head_id, ast::ValDec> definition_head = "a name";
const x3::rule<class type_dec_id, ast::TypeDec> type_dec = "a type definition";
const x3::rule<class mod_type_dec_id, ast::ModTypeDec> mod_type_dec = "a module type definition";
const x3::rule<class mod_dec_id, ast::ModDec> mod_dec = "a module definition";
const x3::rule<class open_dec_id, ast::OpenDec> open_dec = "'open'";
const x3::rule<class import_dec_id, ast::ImportDec> import_dec = "'import'";
const x3::rule<class local_dec_id, ast::LocalDec> local_dec = "'local'";

/// `x + y`, `(x: t) <*> y`: what follows `def` is the left operand of the operator being defined.
bool at_infix_definition(const Cursor& c) {
  if (c->kind == TokenKind::end) return false;
  const TokenKind next = c.ahead(1).kind;
  const bool operator_next =
      t::symbol.kinds.has(next) || next == TokenKind::backtick || next == TokenKind::bang;
  if (c->kind == TokenKind::identifier) return operator_next;
  if (c->kind == TokenKind::lparen)
    return !(next == TokenKind::backtick || next == TokenKind::bang ||
             (operator_next && c.ahead(2).kind == TokenKind::rparen));
  return c->kind == TokenKind::lbrace || t::pattern_leaf.kinds.has(c->kind);
}
bool at_mod_type_dec(const Cursor& c) {
  return c->kind == TokenKind::module_ && c.ahead(1).kind == TokenKind::type_;
}

// clang-format off
/// A documentation comment that stands first is the file's, not the first declaration's.
const auto program_def =
    -(t::doc[apply<document_program>] > dec[append<&ast::Prog::decs>]) >>
    *dec[append<&ast::Prog::decs>] > t::end_of_program;

const auto dec_def =
    bare_dec[whole] |
    (t::doc[apply<document_dec>] > bare_dec[apply<take_documented_dec>]);
const auto bare_dec_def =
    nested(spanned(
        *attribute[append<&ast::Dec::attrs>] >>
        (val_dec[into<&ast::Dec::node>] |
         type_dec[into<&ast::Dec::node>] |
         (look(at_mod_type_dec) >> mod_type_dec[into<&ast::Dec::node>]) |
         mod_dec[into<&ast::Dec::node>] |
         open_dec[into<&ast::Dec::node>] |
         import_dec[into<&ast::Dec::node>] |
         local_dec[into<&ast::Dec::node>])));

const auto val_dec_def =
    t::val_keyword[apply<start_definition>] > definition_head[apply<take_head>] >
    -(t::colon > type_exp[into<&ast::ValDec::result>]) >
    t::equals > exp[into<&ast::ValDec::body>];
const auto definition_head_def =
    (look(at_infix_definition) >>
     parameter[append<&ast::ValDec::params>] >>
     (binding_operator[apply<name_infix>] | x3::eps[apply<reject_pattern>]) >
     parameter[append<&ast::ValDec::params>]) |
    (binding_name[into<&ast::ValDec::name>] >
     *type_parameter[append<&ast::ValDec::type_params>] >
     *parameter[append<&ast::ValDec::params>]);

const auto type_dec_def =
    t::type_ > -t::lifted[into<&ast::TypeDec::lifted>] >
    t::identifier[into<&ast::TypeDec::name>] >
    *type_parameter[append<&ast::TypeDec::type_params>] >
    t::equals > type_exp[into<&ast::TypeDec::type>];

const auto mod_type_dec_def =
    t::module_ > t::type_ > t::identifier[into<&ast::ModTypeDec::name>] >
    t::equals > mod_type_exp[into<&ast::ModTypeDec::type>];
const auto mod_dec_def =
    t::module_ > t::identifier[into<&ast::ModDec::name>] >
    *mod_parameter[append<&ast::ModDec::params>] >
    -(t::colon > mod_type_exp[into<&ast::ModDec::ascription>]) >
    t::equals > mod_exp[into<&ast::ModDec::body>];

const auto open_dec_def = t::open_ > mod_exp[into<&ast::OpenDec::module>];
const auto import_dec_def = t::import_ > import_path[into<&ast::ImportDec::path>];
const auto local_dec_def = t::local_ > dec[into<&ast::LocalDec::inner>];

// clang-format on

}  // namespace

BOOST_SPIRIT_DEFINE(program, dec, bare_dec, val_dec, definition_head, type_dec, mod_type_dec,
                    mod_dec, open_dec, import_dec, local_dec)
LAGUZ_INSTANTIATE(program)
LAGUZ_INSTANTIATE(dec)

}  // namespace laguz::grammar
