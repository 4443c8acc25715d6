import { FieldValue } from '../patient-cells.tsx'
import { Radio } from '@mantine/core'
import type { PatientField } from '@zelab/contract'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { formatDate, formatPatientId } from '../../../lib/format.ts'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import type { Candidate, Picks } from './merge-choice.ts'
import { deliveryText, giverOf, reportsText } from './merge-choice.ts'
import { ZlId } from '../../../ui/display/tags.tsx'
import classes from './merge.module.css'
import { FIELD_LABELS, FIELDS, fieldsThatDiffer, valuesOf } from '../patient-fields.ts'
import * as texts from '../texts.tsx'

interface MergeComparisonProps {
  /** In column order, independent of which record survives. */
  pair: readonly [Candidate, Candidate]
  survivor: Candidate
  merged: Candidate
  picks: Picks
  onPick: (field: PatientField | 'delivery', recordId: number) => void
  onPickSurvivor: (recordId: number) => void
}

export function MergeComparison(props: MergeComparisonProps) {
  const { pair, survivor, merged, picks, onPick, onPickSurvivor } = props
  const differing = fieldsThatDiffer(valuesOf(pair[0]), valuesOf(pair[1]))
  return (
    <div>
      <Choice
        label={texts.recordThatStays}
        pair={pair}
        chosen={survivor.id}
        onChoose={onPickSurvivor}
        render={({ id }) => <ZlId id={id} />}
      />
      <Row label={texts.reports} pair={pair} render={reportsText} />
      <Row
        label={texts.registered}
        pair={pair}
        render={({ id, createdAt }) => (
          <>
            {formatDate(createdAt)} ·{' '}
            <AnchorLink
              to="/user/patients/view/$patientId"
              params={{ patientId: String(id) }}
              target="_blank"
              underline="always"
              aria-label={texts.openInNewTab(formatPatientId(id))}
            >
              {texts.open}
            </AnchorLink>
          </>
        )}
      />
      {FIELDS.map((field) => {
        const line = {
          label: FIELD_LABELS[field],
          pair,
          render: (record: Candidate) => <FieldValue field={field} value={valuesOf(record)[field]} />,
        }
        return differing.includes(field) ? (
          <Choice
            key={field}
            {...line}
            chosen={giverOf(field, survivor, merged, picks)}
            onChoose={(id) => onPick(field, id)}
          />
        ) : (
          <Row key={field} {...line} />
        )
      })}
      {deliveryText(pair[0]) === deliveryText(pair[1]) ? (
        <Row label={texts.languageAndConsent} pair={pair} render={deliveryText} />
      ) : (
        <Choice
          label={texts.languageAndConsent}
          pair={pair}
          render={deliveryText}
          chosen={picks.delivery ?? survivor.id}
          onChoose={(id) => onPick('delivery', id)}
        />
      )}
    </div>
  )
}

interface RowProps {
  label: string
  pair: readonly [Candidate, Candidate]
  render: (record: Candidate) => ReactNode
}

function Row({ label, pair, render }: RowProps) {
  const labelId = useId()
  return (
    <div className={classes.row} role="group" aria-labelledby={labelId}>
      <span className={classes.label} id={labelId}>
        {label}
      </span>
      {pair.map((record) => (
        <span key={record.id} className={classes.value}>
          {render(record)}
        </span>
      ))}
    </div>
  )
}

function Choice({
  label,
  pair,
  render,
  chosen,
  onChoose,
}: RowProps & { chosen: number; onChoose: (recordId: number) => void }) {
  const labelId = useId()
  return (
    <div className={classes.row} data-differs role="radiogroup" aria-labelledby={labelId}>
      <span className={classes.label} id={labelId}>
        {label}
      </span>
      {pair.map((record) => (
        <Radio
          key={record.id}
          className={classes.value}
          name={labelId}
          label={render(record)}
          checked={record.id === chosen}
          onChange={() => onChoose(record.id)}
        />
      ))}
    </div>
  )
}
