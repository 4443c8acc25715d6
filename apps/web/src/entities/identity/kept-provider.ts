const KEY = 'zelab-provider'

interface KeptProvider {
  name: string
  isLinking: boolean
}

/** The provider that the browser is sent to, for the message after its return. */
export const keepProvider = (provider: KeptProvider): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(provider))
  } catch {
    // The message names no provider then.
  }
}

export const keptProvider = (): KeptProvider | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptProvider | null) ?? undefined
  } catch {
    return undefined
  }
}
