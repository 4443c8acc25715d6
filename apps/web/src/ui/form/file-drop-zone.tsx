import { Button, FileButton, Text } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import type { DragEvent, ReactNode, Ref } from 'react'
import { useId, useRef, useState } from 'react'
import classes from './form.module.css'
import { toastProblem } from '../feedback/toasts.ts'
import * as texts from './texts.ts'

interface FileDropZoneProps {
  /** Extensions such as ".pdf", as a filter for the picker; the server checks the content. */
  accept: readonly string[]
  onFile: (file: File) => void
  onReject: (file: File) => void
  /** Called with several dropped files. Without it, none is taken, and the user is told. */
  onSeveral?: (files: File[]) => void
  buttonLabel?: string
  /** Accepted files, such as "PDF, JPG or PNG, up to 10 MB". */
  hint: ReactNode
  error?: ReactNode
  isDisabled?: boolean
  /** The button takes the focus on mount, because the control that restored it is gone. */
  hasFirstFocus?: boolean
  buttonRef?: Ref<HTMLButtonElement> | undefined
}

const hasEnding = (file: File, endings: readonly string[]): boolean =>
  endings.some((ending) => file.name.toLowerCase().endsWith(ending))

export function FileDropZone({
  accept,
  onFile,
  onReject,
  onSeveral = (files) => toastProblem(texts.oneFileOnly(files.length)),
  buttonLabel = texts.chooseFile,
  hint,
  error,
  isDisabled = false,
  hasFirstFocus = false,
  buttonRef,
}: FileDropZoneProps) {
  const [isDragging, setIsDragging] = useState(false)
  const resetPicker = useRef<() => void>(null)
  const hintId = useId()

  const take = (file: File | null | undefined) => {
    if (!file || isDisabled) return
    // Without the reset, choosing the same file again fires no event.
    resetPicker.current?.()
    if (hasEnding(file, accept)) onFile(file)
    else onReject(file)
  }
  const follow = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setIsDragging(isOver && !isDisabled)
  }
  return (
    <div>
      <div
        className={classes.zone}
        data-dragging={isDragging || undefined}
        data-error={Boolean(error) || undefined}
        onDragEnter={(event) => follow(event, true)}
        onDragOver={(event) => follow(event, true)}
        onDragLeave={(event) => follow(event, false)}
        onDrop={(event) => {
          follow(event, false)
          const files = [...event.dataTransfer.files]
          if (files.length > 1) onSeveral(files)
          else take(files[0])
        }}
      >
        <IconCloudUpload color="var(--action)" size={28} stroke={1.5} aria-hidden="true" />
        <Text c="dimmed">{texts.dragFileHere}</Text>
        <FileButton resetRef={resetPicker} accept={accept.join(',')} onChange={take} disabled={isDisabled}>
          {(props) => (
            <Button
              {...props}
              ref={buttonRef}
              variant="default"
              disabled={isDisabled}
              aria-describedby={hintId}
              autoFocus={hasFirstFocus}
            >
              {buttonLabel}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" size="xs" id={hintId}>
          {hint}
        </Text>
      </div>
      {error && (
        <Text mt="xs" c="var(--negative-text)" size="xs" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}
