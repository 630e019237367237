import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * A field or a function of an interface, as the reference tells it.
 *
 * @typedef {object} Member
 * @property {string} name with dots where it stands inside of another
 * @property {string} type in one line
 * @property {string} text what its comment says
 * @property {string} fallback what holds when it is left out
 * @property {string} example
 */

/**
 * The members of an interface, those of objects that are written inside of it, and those of the interfaces that it extends.
 *
 * @param {string} path
 * @param {string} name
 * @returns {Member[]}
 */
export function readMembers(path, name) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const found = file.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  )
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${path} has no ${name}`)
  const bases = (found.heritageClauses ?? []).flatMap(({ types }) => types)
  return [
    ...[...found.members].flatMap((member) => describe(member, '')),
    ...bases.flatMap(({ expression }) => {
      const base = expression.getText()
      // What is made of another type, such as Omit<…>, is told where that type is.
      return utilities.has(base) ? [] : readMembers(whereIs(base, file), base)
    }),
  ]
}

const utilities = new Set(['Omit', 'Partial', 'Pick', 'Required'])

/**
 * The file that declares a name: the one that it is imported from, or this one.
 *
 * @param {string} name
 * @param {ts.SourceFile} file
 */
function whereIs(name, file) {
  const from = file.statements
    .filter(ts.isImportDeclaration)
    .find(({ importClause: { namedBindings } = {} }) =>
      namedBindings && ts.isNamedImports(namedBindings)
        ? namedBindings.elements.some((element) => element.name.text === name)
        : false,
    )
  if (!from || !ts.isStringLiteral(from.moduleSpecifier)) return file.fileName
  return join(dirname(file.fileName), from.moduleSpecifier.text)
}

/**
 * @param {ts.TypeElement} member
 * @param {string} prefix
 * @returns {Member[]}
 */
function describe(member, prefix) {
  if (!member.name) return []
  const name = prefix + member.name.getText()
  const inner = ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type)
  const documented = inner ? [...member.type.members].filter((each) => textOf(each) !== '') : []
  const said = textOf(member)
  // A comment may also say it in its own words.
  const [sentence, inWords = ''] = / ?Default:? ([^.]+)\.(?= |$)/.exec(said) ?? []
  return [
    {
      name,
      type: typeOf(member),
      text: sentence ? said.replace(sentence, '') : said,
      fallback: tag(member, 'default') || inWords,
      example: tag(member, 'example'),
    },
    ...documented.flatMap((each) => describe(each, `${name}.`)),
  ]
}

/** @param {ts.TypeElement} member */
function typeOf(member) {
  const printer = ts.createPrinter({ removeComments: true })
  const file = member.getSourceFile()
  const printed = ts.isPropertySignature(member)
    ? printer.printNode(ts.EmitHint.Unspecified, member.type ?? member, file)
    : printer.printNode(ts.EmitHint.Unspecified, member, file)
  return printed.replaceAll(/\s+/g, ' ').replace(/;$/, '').replaceAll('; }', ' }')
}

/** @param {ts.TypeElement} member */
function textOf(member) {
  const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc)
  return words(ts.getTextOfJSDocComment(comment?.comment))
}

/**
 * @param {ts.TypeElement} member
 * @param {string} name
 */
function tag(member, name) {
  const [found] = ts.getJSDocTags(member).filter(({ tagName }) => tagName.text === name)
  const text = ts.getTextOfJSDocComment(found?.comment) ?? ''
  return name === 'example' ? text.trim() : words(text)
}

/** @param {string | undefined} text */
function words(text = '') {
  return text.replaceAll(/\s+/g, ' ').trim()
}
