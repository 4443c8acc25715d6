import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import * as texts from '../texts.ts'
import { toastProblem } from '../feedback/toasts.ts'

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
const copyText = async (text: string): Promise<boolean> => {
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

const SHOWN_MS = 2000

/** Copies a short text. `label` says which, for example "Copy ZL id". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    if (await copyText(text)) setIsCopied(true)
    else toastProblem(texts.notCopied)
  }
  const Sign = isCopied ? IconCheck : IconCopy
  return (
    <>
      <IconButton label={label} size={24} mx={4} my={-4} onClick={() => void copy()}>
        <Sign size={15} stroke={1.75} aria-hidden="true" />
      </IconButton>
      <VisuallyHidden role="status">{isCopied && texts.copied}</VisuallyHidden>
    </>
  )
}
