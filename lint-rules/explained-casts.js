/**
 * A cast through `unknown` switches the type checker off: a comment above the statement, or beside the cast, says why
 * it is sound.
 */
export const explainedCasts = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { unexplained: 'Say in a comment why this cast through unknown is sound.' },
  },
  create: (context) => ({
    'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]'(node) {
      const { line: first } = node.expression.loc.start
      const { line: last } = node.parent.loc.end
      const isExplained = context.sourceCode
        .getAllComments()
        .some(({ loc }) => loc.end.line >= first - 1 && loc.start.line <= last)
      if (!isExplained) context.report({ node, messageId: 'unexplained' })
    },
  }),
}
