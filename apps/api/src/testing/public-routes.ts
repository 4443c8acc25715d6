/** Methods and paths of a printed route tree. */
const routesOf = (tree: string): string[] => {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (part === '') return []
    parts.splice(indent.length / 4, Infinity, part)
    return (methods?.split(', ') ?? []).map((method) => `${method} ${parts.join('')}`)
  })
}

/** Pages that need no account, such as `GET /v/:code`. */
export const publicRoutesOf = (tree: string): string[] =>
  routesOf(tree).filter((route) => /^(GET|POST) /.test(route) && !/ \/api\/|\*/.test(route))
