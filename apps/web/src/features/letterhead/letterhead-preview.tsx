import { Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconFileAlert, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Letterhead, LetterheadFields } from '@zelab/contract'
import { useId } from 'react'
import { Hint } from '../../ui/display/inline.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { letterheadPreviewQuery } from '../../lib/queries/letterheads.ts'
import { BlobPicture } from '../../ui/display/blob-picture.tsx'
import classes from './letterhead.module.css'
import * as texts from './texts.tsx'

interface LetterheadPreviewProps {
  labId: number
  draft: LetterheadFields
  letterhead: Letterhead
  isSwitchedOff: boolean
}

/** Preview of the stamped first page. The frame keeps its size in every state. */
export function LetterheadPreview({ labId, draft, letterhead, isSwitchedOff }: LetterheadPreviewProps) {
  const { hasReport, logoAddress } = letterhead
  const titleId = useId()
  const {
    data: picture,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery(letterheadPreviewQuery(labId, draft, logoAddress))
  return (
    <Stack component="section" gap="xs" aria-labelledby={titleId}>
      <Group justify="space-between" align="baseline" gap="sm">
        <Title order={3} id={titleId}>
          {texts.preview}
        </Title>
        <Hint>{hasReport ? texts.ofLastReport : texts.ofExample}</Hint>
      </Group>
      <div className={classes.frame} aria-busy={isFetching}>
        {error && !isFetching ? (
          <Stack h="100%" p="lg" align="center" justify="center" c="dimmed" ta="center" role="alert">
            <IconFileAlert size={32} stroke={1.5} aria-hidden="true" />
            <Text maw="20rem">{messageOf(error, texts.previewFailed)}</Text>
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          </Stack>
        ) : picture ? (
          <BlobPicture
            blob={picture}
            className={classes.picture}
            alt={texts.firstPage}
            data-outdated={isPlaceholderData || undefined}
          />
        ) : (
          <Skeleton height="100%" radius={0} />
        )}
        <VisuallyHidden role="status">{isFetching && texts.updating}</VisuallyHidden>
      </div>
      {isSwitchedOff && <Hint>{texts.switchedOff}</Hint>}
    </Stack>
  )
}
