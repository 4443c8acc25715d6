import { Button, Group, Stack, Title } from '@mantine/core'
import type { InboxSource } from '@zelab/contract'
import { formatMoment } from '../../../lib/format.ts'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import * as words from '../../../ui/texts.ts'
import * as formTexts from '../../../ui/form/texts.ts'
import * as texts from './texts.tsx'

const SHOWN_OF_FINGERPRINT = 8

interface SourceItemProps {
  source: InboxSource
  root: string | null
  onEdit: () => void
  onRemove: () => void
}

export function SourceItem({ source, root, onEdit, onRemove }: SourceItemProps) {
  const { name, kind, isOn, publishesAutomatically, publisher, lastReceivedAt, problem } = source
  return (
    <Stack component="li" gap="xs" p="md" pt="sm">
      <Group gap="xs">
        <Title order={3} fw={500}>
          <bdi>{name}</bdi>
        </Title>
        <StatusBadge tone="neutral" icon={null}>
          {texts.KINDS[kind]}
        </StatusBadge>
        <StatusBadge tone={isOn ? 'positive' : 'neutral'}>{isOn ? texts.on : texts.off}</StatusBadge>
        <Group gap="xs" ms="auto">
          <Button size="xs" variant="default" aria-label={texts.editOf(name)} onClick={onEdit}>
            {words.edit}
          </Button>
          <Button size="xs" variant="default" aria-label={texts.removeOf(name)} onClick={onRemove}>
            {formTexts.remove}
          </Button>
        </Group>
      </Group>
      <DetailList
        details={[
          ...(kind === 'folder' ? folderDetails(source, root) : senderDetails(source)),
          {
            label: texts.publishing,
            value:
              publishesAutomatically && publisher
                ? texts.publishedInNameOf(publisher.fullName)
                : texts.publishedByStaff,
          },
          {
            label: texts.lastReceived,
            value: lastReceivedAt ? <RelativeTime at={lastReceivedAt} /> : texts.nothingReceived,
          },
        ]}
      />
      {problem && (
        <Notice tone="warning" title={texts.PROBLEMS[problem.code].title(formatMoment(problem.since))}>
          {texts.PROBLEMS[problem.code].advice}
        </Notice>
      )}
    </Stack>
  )
}

const folderDetails = ({ folder }: InboxSource, root: string | null) => [
  {
    label: texts.folder,
    value: <Ltr>{root === null ? folder : `${root.replace(/\/$/, '')}/${folder}`}</Ltr>,
    isLong: true,
  },
]

const senderDetails = ({ name, certificate, addresses, charset }: InboxSource) => [
  {
    label: texts.certificate,
    value: certificate && (
      <>
        <Ltr>
          {certificate.slice(0, SHOWN_OF_FINGERPRINT)}…{certificate.slice(-SHOWN_OF_FINGERPRINT)}
        </Ltr>
        <CopyButton text={certificate} label={texts.copyFingerprint(name)} />
      </>
    ),
    isLong: true,
  },
  { label: texts.addresses, value: <Ltr>{addresses.join(', ')}</Ltr>, isLong: true },
  { label: texts.charset, value: charset ? texts.CHARSETS[charset] : texts.asMessageSays, isLong: true },
]
