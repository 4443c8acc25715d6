/** A rule that refuses every node that one of the selectors selects. */
const refuse = (message, selectors) => ({
  meta: { type: 'problem', schema: [], messages: { refused: message } },
  create: (context) =>
    Object.fromEntries(
      selectors.map((selector) => [selector, (node) => context.report({ node, messageId: 'refused' })]),
    ),
})

/** Every test that is written also runs: nothing is switched off, nothing switches the others off. */
export const noSwitchedTests = refuse('Every test runs: fix or remove it instead.', [
  ':matches(MemberExpression[object.name=/^(it|test|describe|suite)$/], MemberExpression[object.object.name="test"])' +
    '[property.name=/^(only|skip|todo|fixme|runIf)$/]',
  // Programs of the machine may be missing, except for a release (apps/api/src/testing/programs.ts).
  'CallExpression[callee.property.name="skipIf"]:not([arguments.0.argument.callee.name="areInstalled"])',
])

const LIMIT = ':has(Identifier[name=/^(ATTEMPT|WAIT|TEST)_MS$/])'
const TEST_CALL = '/^(it|test|describe|suite|beforeAll|beforeEach|afterAll|afterEach)$/'

/** One variable scales every time limit of the tests (test-limits.ts). */
export const noOwnLimits = refuse('Leave limits to the configuration, or take one of test-limits.ts.', [
  `Property[key.name="timeout"][value.type!="CallExpression"]:not(${LIMIT})`,
  // Waits a second.
  `CallExpression[callee.property.name=/^wait(For|Until)$/][callee.object.name="vi"]:not(${LIMIT})`,
  'CallExpression[callee.property.name="setTimeout"][callee.object.name="test"]',
  `CallExpression[callee.object.name="AbortSignal"][callee.property.name="timeout"]:not(${LIMIT})`,
  `CallExpression:matches([callee.name=${TEST_CALL}], [callee.callee.object.name=${TEST_CALL}])` +
    '[arguments.length>1] > Literal.arguments[raw=/^[0-9]/]',
])

/** The contract's index is the one barrel (`packages/contract`). */
export const noBarrels = refuse('Import from the file that owns the name instead of passing names on.', [
  ':matches(ExportAllDeclaration, ExportNamedDeclaration[source])',
])

/** A service may hold a transaction, but what is asked of the database stands in a repository. */
export const noSqlOutsideRepositories = refuse('SQL lives in repositories, which take the lab scope first.', [
  'CallExpression[callee.property.name=/^(query|one|maybeOne|execute)$/]',
])

/** Right-to-left languages need no separate styles; `.stylelintrc.json` has the same rule for style sheets. */
export const noPhysicalSides = refuse('Name sides by start and end, not by left and right.', [
  'JSXAttribute[name.name=/^(ml|mr|pl|pr)$/]',
  'Property[key.name=/^(margin|padding|border)(Left|Right)$/]',
  'Property[key.name="textAlign"] > Literal[value=/^(left|right)$/]',
  'JSXAttribute[name.name="ta"] > Literal[value=/^(left|right)$/]',
])

const WORD = '/[A-Za-z\\u0600-\\u06ff]{2}/'
const SPOKEN_PROPS =
  '/^(aria-label|aria-roledescription|alt|title|label|placeholder|description|subtitle|subtext|hint|lead|header|' +
  'message|text|nothingFoundMessage|.+Label|.+Text)$/'

/** Every text that a person reads stands in a catalog (docs/decisions/0018-text-catalogs.md). */
export const noTextsOutsideCatalogs = refuse('Texts stand in the catalog of the folder: texts.ts.', [
  `JSXText[value=${WORD}]`,
  // What stands between tags, and its two ways.
  ...['Literal', 'TemplateElement'].flatMap((node) => {
    const value =
      node === 'Literal' ? `Literal[value=${WORD}]` : `TemplateLiteral > TemplateElement[value.raw=${WORD}]`
    const shown = ':matches(JSXElement, JSXFragment) > JSXExpressionContainer'
    const ways = '> :matches(ConditionalExpression, LogicalExpression)'
    return [`${shown} > ${value}`, `${shown} ${ways} > ${value}`]
  }),
  // What a part is told to say.
  `JSXAttribute[name.name=${SPOKEN_PROPS}] > Literal[value=${WORD}]`,
  `JSXAttribute[name.name=${SPOKEN_PROPS}] TemplateElement[value.raw=${WORD}]`,
  `Property[key.name=${SPOKEN_PROPS}] > Literal.value[value=${WORD}]`,
  `Property[key.name=${SPOKEN_PROPS}] > TemplateLiteral.value > TemplateElement[value.raw=${WORD}]`,
  // A word that begins like a sentence, or several words; not what is compared, thrown, or a name of something.
  ':not(BinaryExpression, NewExpression, ImportDeclaration, TSLiteralType, JSXAttribute, PropertyDefinition)' +
    ' > Literal[value=/^[A-Z][a-z]+( .*)?[a-z.?!]$/]',
])
