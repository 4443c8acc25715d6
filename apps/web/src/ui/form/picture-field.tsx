import { Box, Button, FileButton, Group, Skeleton, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { Hint } from '../display/inline.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { fileAddress } from '../../lib/report-files.ts'
import * as texts from './texts.ts'
import classes from './form.module.css'
import { SubmitButton } from './submit-button.tsx'

const ENDINGS = '.png,.jpg,.jpeg'

interface PictureFieldProps {
  /** Undefined while loading; the size is the same. */
  hasPicture: boolean | undefined
  labels: { upload: string; replace: string; remove: string; hint: string }
  limit: { kb: number; exceeded: string }
  /** Stores the file, or removes the picture when null; rejects with the reason. */
  onChange: (file: File | null) => Promise<unknown>
  children: ReactNode
}

/** A small picture that is saved immediately, independent of the form around it. */
export function PictureField({ hasPicture, labels, limit, onChange, children }: PictureFieldProps) {
  const [pending, setPending] = useState<'set' | 'remove'>()
  const [problem, setProblem] = useState<string>()
  const resetPicker = useRef<() => void>(null)
  const hintId = useId()
  const isLocked = hasPicture === undefined || pending !== undefined

  const store = async (file: File | null): Promise<void> => {
    setProblem(undefined)
    setPending(file ? 'set' : 'remove')
    try {
      await onChange(file)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setPending(undefined)
    }
  }
  const pick = (file: File | null) => {
    // Without the reset, choosing the same file again fires no event.
    resetPicker.current?.()
    if (!file) return
    if (file.size > limit.kb * 1024) setProblem(limit.exceeded)
    else void store(file)
  }
  return (
    <Group align="flex-start" gap="md">
      {children}
      <Box flex={1} miw="min(100%, 16rem)">
        <Group gap="xs">
          <FileButton resetRef={resetPicker} accept={ENDINGS} onChange={pick} disabled={isLocked}>
            {(props) => (
              <SubmitButton
                {...props}
                disabled={isLocked}
                variant="default"
                isPending={pending === 'set'}
                pendingLabel={texts.uploading}
                leftSection={<IconUpload size={16} stroke={1.75} />}
                aria-describedby={hintId}
              >
                {hasPicture ? labels.replace : labels.upload}
              </SubmitButton>
            )}
          </FileButton>
          {hasPicture && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              disabled={isLocked}
              aria-label={labels.remove}
              onClick={() => void store(null)}
            >
              {texts.remove}
            </Button>
          )}
        </Group>
        <Hint mt="xs" id={hintId}>
          {labels.hint}
        </Hint>
        {problem && (
          <Text mt="xs" size="sm" c="var(--negative-text)" role="alert">
            {problem}
          </Text>
        )}
      </Box>
    </Group>
  )
}

interface StoredPictureProps {
  /** Null without a picture, undefined while loading. */
  address: string | null | undefined
  name: string
  none: string
}

export function StoredPicture({ address, name, none }: StoredPictureProps) {
  const [broken, setBroken] = useState<string>()
  if (address === undefined) return <Skeleton className={classes.picture ?? ''} />
  const isShown = address !== null && address !== broken
  return (
    <div className={classes.picture} data-empty={!isShown || undefined}>
      {isShown ? (
        <img src={fileAddress(address)} alt={name} onError={() => setBroken(address)} />
      ) : (
        <span>{address === null ? none : texts.pictureNotLoaded}</span>
      )}
    </div>
  )
}
