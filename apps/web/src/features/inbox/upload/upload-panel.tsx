import { Box, Button, Group, Progress, Text } from '@mantine/core'
import { StatusBadge, type Tone } from '../../../ui/display/status-badge.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import * as texts from './texts.ts'
import { FileName } from '../inbox-parts.tsx'
import classes from '../inbox.module.css'
import { cancelUploads } from '../../../entities/inbox/upload-queue.ts'
import {
  isDuplicate,
  isUnfinished,
  resetUploads,
  summaryOf,
  useUploads,
  type Upload,
} from '../../../entities/inbox/upload-store.ts'

export function UploadPanel() {
  const { uploads, isStored, isDelayed } = useUploads()
  if (uploads.length === 0) return null
  const unfinished = uploads.filter(isUnfinished)
  const sent = uploads.length - unfinished.length
  const percent = uploads.reduce((sum, upload) => sum + upload.percent, 0) / uploads.length
  const { added, duplicates, refused } = summaryOf(uploads)
  const parts = [
    texts.added(added),
    ...(duplicates > 0 ? [texts.duplicates(duplicates)] : []),
    ...(refused > 0 ? [texts.refused(refused)] : []),
  ]
  return (
    <Sheet label={texts.uploads}>
      <Group
        justify="space-between"
        gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
        py="sm"
        px="md"
      >
        <Text inherit miw={0} flex="1 1 16rem" role="status">
          <strong>
            {unfinished.length > 0 ? texts.adding(sent, uploads.length) : texts.allSent(uploads.length)}
          </strong>
          <Text span display="block" c="dimmed" size="sm">
            {parts.join(' · ')}
          </Text>
          {isDelayed && (
            <Text span display="block" c="dimmed" size="sm">
              {texts.connectionFailed}
            </Text>
          )}
          {unfinished.length > 0 && (
            <Text span display="block" c="dimmed" size="sm">
              {isStored ? texts.continues : texts.keepOpen}
            </Text>
          )}
        </Text>
        {unfinished.length > 0 ? (
          <Button variant="default" size="xs" onClick={cancelUploads}>
            {texts.cancelRest}
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={resetUploads}>
            {texts.hide}
          </Button>
        )}
      </Group>
      {unfinished.length > 0 && (
        <Box px="md">
          <Progress.Root size="sm">
            <Progress.Section value={percent} aria-label={texts.overall} />
          </Progress.Root>
        </Box>
      )}
      {/* A scroll area must be focusable for keyboard users. */}
      <ul className={classes.uploads} aria-label={texts.fileList} tabIndex={0}>
        {linesOf(uploads).map((line) => (
          <UploadLine key={line.key} line={line} />
        ))}
      </ul>
    </Sheet>
  )
}

type Line = Omit<Upload, 'entries'>

/** Running uploads and problems come first. */
const ORDER: readonly Upload['state'][] = ['sending', 'refused', 'duplicate', 'waiting', 'done']

/** One line per file, including the files of an archive. */
const linesOf = (uploads: readonly Upload[]): Line[] =>
  uploads
    .flatMap(({ entries, ...upload }): Line[] =>
      entries
        ? entries.map(({ fileName, problem }, index) => ({
            key: `${upload.key} ${index}`,
            name: texts.inArchive(upload.name, fileName),
            state: !problem ? 'done' : isDuplicate(problem.code) ? 'duplicate' : 'refused',
            percent: 100,
            message: problem?.message,
          }))
        : [upload],
    )
    .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))

const TONES: Record<Upload['state'], Tone> = {
  waiting: 'neutral',
  sending: 'neutral',
  done: 'positive',
  duplicate: 'info',
  refused: 'negative',
}

function UploadLine({ line: { name, state, percent, message } }: { line: Line }) {
  return (
    <li className={classes.upload}>
      <span>
        <FileName name={name} />
      </span>
      {state === 'sending' && percent < 100 ? (
        <Progress.Root size="sm">
          <Progress.Section value={percent} aria-label={texts.progressOf(name)} />
        </Progress.Root>
      ) : (
        <StatusBadge tone={TONES[state]}>
          {texts.STATES[state === 'sending' ? 'checking' : state]}
        </StatusBadge>
      )}
      {message !== undefined && <span className={classes.message}>{message}</span>}
    </li>
  )
}
