/** Without https a browser has no clipboard interface, as on many a laboratory's network; its old way still works. */
const copyTheOldWay = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Within a dialog nothing outside of it can have the focus.
  const before = document.activeElement
  ;(before?.parentElement ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}

/** False when the browser does not let it happen. */
export const copyText = async (text: string): Promise<boolean> => {
  // Typed as always there, and missing where the page is not secure.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (!clipboard) return copyTheOldWay(text)
    await clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}
