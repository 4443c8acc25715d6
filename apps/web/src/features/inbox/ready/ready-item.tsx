import { Text } from '@mantine/core'
import type { InboxItem } from '@zelab/contract'
import { formatPlainDate } from '../../../lib/format.ts'
import { Isolated, Ltr } from '../../../ui/display/inline.tsx'
import { FileName } from '../inbox-parts.tsx'
import * as words from '../texts.ts'
import classes from '../inbox.module.css'

export function ReadyItem({ item: { patient, title, reportType, proposal, fileName } }: { item: InboxItem }) {
  if (!patient) return null
  return (
    <span className={classes.row}>
      <span>
        <Text component="bdi" display="block" fw={500}>
          {patient.fullName}
        </Text>
        <Text span display="block" c="dimmed" size="sm">
          {words.born(formatPlainDate(patient.dateOfBirth))}
          {patient.emrId !== null && (
            <>
              {' · '}
              {words.emrId} <Ltr>{patient.emrId}</Ltr>
            </>
          )}
        </Text>
      </span>
      <span>
        <Isolated>{title}</Isolated>
        <Text span display="block" c="dimmed" size="sm">
          <Isolated>{reportType?.title}</Isolated>
          {proposal && ` · ${words.PROPOSALS[proposal]}`}
          {' · '}
          <FileName name={fileName} />
        </Text>
      </span>
    </span>
  )
}
