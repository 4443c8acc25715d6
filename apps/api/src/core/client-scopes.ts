import type { ClientScope } from '@zelab/contract'

/** Reading by id, and searching. */
type Letter = 'r' | 's'

const SCOPE = /^system\/(\*|[A-Z][A-Za-z]*)\.(read|rs|r|s)$/

const partsOf = (scope: string): { type: string; letters: string } | undefined => {
  const [, type, letters] = SCOPE.exec(scope) ?? []
  return type && letters ? { type, letters: letters === 'read' ? 'rs' : letters } : undefined
}

const lettersFor = (scope: ClientScope, wanted: readonly string[]): string => {
  const allowed = partsOf(scope)
  const asked = wanted.map(partsOf).filter((one) => one?.type === '*' || one?.type === allowed?.type)
  return [...(allowed?.letters ?? '')]
    .filter((letter) => asked.some((one) => one?.letters.includes(letter)))
    .join('')
}

/** True if a wanted scope gives the client something. */
export const mayHave = (allowed: readonly ClientScope[], wanted: string): boolean =>
  allowed.some((scope) => lettersFor(scope, [wanted]) !== '')

/** The wanted scopes, narrowed to what the client may have. */
export const narrowScopes = (allowed: readonly ClientScope[], wanted: readonly string[]): string[] =>
  allowed.flatMap((scope) => {
    const letters = lettersFor(scope, wanted)
    return letters === '' ? [] : [`${scope.split('.')[0]}.${letters}`]
  })

/** True if one of the scopes is for the resource and the letter. */
export const hasScope = (
  scopes: readonly string[],
  { access, letter }: { access: ClientScope; letter: Letter },
): boolean => {
  const type = partsOf(access)?.type
  return scopes.some((scope) => {
    const parts = partsOf(scope)
    return parts?.type === type && parts?.letters.includes(letter)
  })
}
