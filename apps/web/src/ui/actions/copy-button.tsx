import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { IconButton } from './icon-button.tsx'
import * as texts from '../texts.ts'
import { toastProblem } from '../feedback/toasts.ts'

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
