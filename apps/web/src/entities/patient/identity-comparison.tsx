import { Group, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { IdentityComparison, ProposalComparison } from '@zelab/contract'
import classes from './patient.module.css'
import { COMPARED_FIELDS } from '../../ui/texts.ts'
import * as texts from './texts.ts'

interface ComparisonProps {
  rows: readonly (IdentityComparison | ProposalComparison)[]
}

export function ComparisonTable({ rows }: ComparisonProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{texts.whatIsCompared}</VisuallyHidden>
          </th>
          <th scope="col">{texts.inTheFile}</th>
          <th scope="col">{texts.onTheRecord}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, inFile, onRecord, agrees }) => (
          <tr key={`${field} ${inFile}`} data-agrees={agrees}>
            <th scope="row">{COMPARED_FIELDS[field]}</th>
            <td>
              <bdi>{inFile}</bdi>
            </td>
            <td>
              <bdi>{onRecord}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Agreement({ rows }: ComparisonProps) {
  return (
    <div className={classes.match}>
      <Group c="var(--positive-text)" fw={600} wrap="nowrap" gap="xs">
        <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" /> {texts.fileNamesPatient}
      </Group>
      <ComparisonTable rows={rows} />
    </div>
  )
}
