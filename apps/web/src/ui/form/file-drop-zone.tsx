import { Button, FileButton } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import type { DragEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import classes from './file-drop-zone.module.css'
import * as texts from '../texts.ts'

interface FileDropZoneProps {
  /** Endings such as ".pdf"; the server looks at the content, this only filters the picker. */
  accept: readonly string[]
  onFile: (file: File) => void
  /** A dropped file with another ending. */
  onReject: (file: File) => void
  buttonLabel?: string
  /** What may be uploaded, e.g. "PDF, JPG or PNG, up to 10 MB". */
  hint: ReactNode
  error?: ReactNode
  isDisabled?: boolean
  /** The button takes the focus as it appears, in the place of the control that brought it back. */
  hasFirstFocus?: boolean
}

const hasEnding = (file: File, endings: readonly string[]): boolean =>
  endings.some((ending) => file.name.toLowerCase().endsWith(ending))

/** One file by drag and drop or by the picker. */
export function FileDropZone({
  accept,
  onFile,
  onReject,
  buttonLabel = texts.chooseFile,
  hint,
  error,
  isDisabled = false,
  hasFirstFocus = false,
}: FileDropZoneProps) {
  const [isDragging, setIsDragging] = useState(false)
  const resetPicker = useRef<() => void>(null)
  const hintId = useId()

  const take = (file: File | null | undefined) => {
    if (!file || isDisabled) return
    // Without the reset the picker would not tell when the same file is chosen again.
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
          take(event.dataTransfer.files[0])
        }}
      >
        <IconCloudUpload className={classes.icon} size={28} stroke={1.5} aria-hidden="true" />
        <p className={classes.text}>{texts.dragFileHere}</p>
        <FileButton resetRef={resetPicker} accept={accept.join(',')} onChange={take} disabled={isDisabled}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={isDisabled}
              aria-describedby={hintId}
              autoFocus={hasFirstFocus}
            >
              {buttonLabel}
            </Button>
          )}
        </FileButton>
        <p className={classes.hint} id={hintId}>
          {hint}
        </p>
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
