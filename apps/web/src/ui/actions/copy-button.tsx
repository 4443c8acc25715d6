import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import * as texts from '../texts.ts'
import { toastProblem } from '../feedback/toasts.ts'

/** The clipboard API needs HTTPS, which many laboratory networks lack; `execCommand` works without it. */
const copyTheOldWay = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // The field must be inside an open dialog, which traps the focus.
  const before = document.activeElement
  ;(before?.parentElement ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}

const copyText = async (text: string): Promise<boolean> => {
  // Typed as always present, but missing without a secure context.
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

/** Copies a short text. `label` is the accessible name, for example "Copy ZL id". */
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
