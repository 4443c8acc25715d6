import { Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ImportRow, ImportRowKind, PatientImport } from '@zelab/contract'
import { IMPORT_ROW_KINDS } from '@zelab/contract/limits'
import { formatCount } from '../../lib/format.ts'
import { importRowsQuery } from './queries.ts'
import { NEW_TAB, AnchorLink } from '../../ui/actions/links.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { ZlId } from '../../ui/display/tags.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { RecordTable } from '../../ui/table/record-table.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import classes from './patient-import.module.css'
import * as texts from './texts.tsx'

const firstKind = ({ rowsWithErrors, rowsDuplicate }: PatientImport): ImportRowKind => {
  if (rowsWithErrors > 0) return 'errors'
  return rowsDuplicate > 0 ? 'duplicates' : 'all'
}

export function ImportRows({ found }: { found: PatientImport }) {
  const search = useSearch({ from: '/_shell/user/patients/import' })
  const navigate = useNavigate()
  const kind = search.kind ?? firstKind(found)
  const page = search.page ?? 1
  const list = useQuery(importRowsQuery(found.id, kind, page))
  const targetOf = (to: { kind: ImportRowKind; page?: number | undefined }) => ({
    to: '/user/patients/import' as const,
    search: { id: found.id, ...to },
    replace: true,
  })
  const counts: Record<ImportRowKind, number> = {
    errors: found.rowsWithErrors,
    duplicates: found.rowsDuplicate,
    all: found.rowsTotal ?? 0,
  }
  return (
    <Sheet label={texts.rowsOfTheFile}>
      <UrlTabs
        label={texts.rows}
        tabs={IMPORT_ROW_KINDS}
        current={kind}
        targetOf={(one) => targetOf({ kind: one })}
        nameOf={texts.KINDS}
        countOf={(one) => formatCount(counts[one])}
      />
      <PagedList
        query={list}
        nothing={<EmptyState icon={IconListCheck} title={NOTHING[kind]} description={texts.nothingHint} />}
        onPageChange={(next) =>
          void navigate({ ...targetOf({ kind, page: next > 1 ? next : undefined }), resetScroll: false })
        }
      >
        {(shown) => (
          <RecordTable
            {...shown}
            label={texts.rows}
            columns={COLUMNS}
            renderCard={(row) => <RowCard row={row} />}
            rowKey={(row) => row.rowNumber}
            skeletonRows={5}
          />
        )}
      </PagedList>
    </Sheet>
  )
}

const NOTHING: Record<ImportRowKind, string> = {
  errors: texts.noErrorsFound,
  duplicates: texts.noPossibleDuplicatesFound,
  all: texts.noRows,
}

const COLUMNS: Column<ImportRow>[] = [
  { header: texts.row, width: '5rem', isNumeric: true, cell: ({ rowNumber }) => formatCount(rowNumber) },
  {
    header: texts.name,
    width: '20%',
    cell: ({ fullName }) => <bdi>{fullName}</bdi>,
  },
  { header: texts.phone, width: '9.5rem', priority: 3, cell: ({ phone }) => <PhoneText phone={phone} /> },
  { header: texts.dateOfBirth, width: '8rem', cell: ({ dateOfBirth }) => <Ltr>{dateOfBirth}</Ltr> },
  { header: texts.whatWasFound, cell: (row) => <RowProblems row={row} /> },
]

function PatientLink({ patient: { id, fullName } }: { patient: ImportRow['sameEmail'][number] }) {
  return (
    <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: String(id) }} {...NEW_TAB} inherit>
      <ZlId id={id} /> <bdi>{fullName}</bdi>
    </AnchorLink>
  )
}

function RowProblems({ row: { errors, duplicateOf, sameEmail } }: { row: ImportRow }) {
  const { patients, rows } = duplicateOf
  if (errors.length + patients.length + rows.length + sameEmail.length === 0)
    return (
      <Text span c="dimmed" inherit>
        {texts.nothing}
      </Text>
    )
  return (
    <ul className={classes.problems}>
      {errors.map(({ column, message }) => (
        <li key={column + message}>
          <strong>
            <bdi>{column}</bdi>:
          </strong>{' '}
          {message}
        </li>
      ))}
      {patients.map((patient) => (
        <li key={patient.id}>{texts.likePatient(<PatientLink patient={patient} />)}</li>
      ))}
      {rows.length > 0 && <li>{texts.likeRows(rows)}</li>}
      {sameEmail.map((patient) => (
        <li key={patient.id}>{texts.sameEmailAs(<PatientLink patient={patient} />)}</li>
      ))}
    </ul>
  )
}

function RowCard({ row }: { row: ImportRow }) {
  return (
    <article aria-label={texts.rowLabel(row.rowNumber)}>
      <p className={classes.rowHead}>
        <strong>
          <bdi>{row.fullName || '—'}</bdi>
        </strong>
        <span>{texts.rowNumber(row.rowNumber)}</span>
      </p>
      <p className={classes.rowLine}>
        <PhoneText phone={row.phone} /> · <Ltr>{row.dateOfBirth}</Ltr>
      </p>
      <RowProblems row={row} />
    </article>
  )
}
