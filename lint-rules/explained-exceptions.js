const DIRECTIVE = /^\s*(eslint|oxlint)-(disable|enable)(-next-line|-line)?\b([^]*)$/

const namesIn = (text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** A comment that switches rules off names them, says why, and applies to a line or ends. */
export const explainedExceptions = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      wrongTool: 'Exceptions begin with oxlint-.',
      unlimited: 'Name the rules of this exception.',
      unexplained: 'Say why, after "--".',
      endless: 'End this exception: oxlint-enable {{name}}.',
    },
  },
  create: (context) => ({
    Program() {
      const open = new Map()
      for (const comment of context.sourceCode.getAllComments()) {
        const [, tool, action, extent, rest] = DIRECTIVE.exec(comment.value) ?? []
        if (!tool) continue
        const report = (messageId) => context.report({ node: comment, messageId })
        const [names = '', ...reason] = rest.split(/\s--\s/)
        if (tool !== 'oxlint') report('wrongTool')
        if (namesIn(names).length === 0) report('unlimited')
        if (action === 'disable' && reason.join('').trim() === '') report('unexplained')
        for (const name of namesIn(names)) {
          if (action === 'enable') open.delete(name)
          else if (!extent) open.set(name, comment)
        }
      }
      for (const [name, node] of open) context.report({ node, messageId: 'endless', data: { name } })
    },
  }),
}
