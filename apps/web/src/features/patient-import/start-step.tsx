import { Anchor, Button, NativeSelect, Select } from '@mantine/core'
import { IconColumns3, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ImportDateOrder, PatientImport } from '@zelab/contract'
import { IMPORT_MAX_MB, IMPORT_MAX_ROWS } from '@zelab/contract/limits'
import { REFUSAL } from '@zelab/contract/messages'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { labsQuery } from '../../lib/queries/labs.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { FileDropZone } from '../../ui/file-drop-zone.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { COLUMNS, DATE_ORDERS } from './import-words.ts'
import classes from './patient-import.module.css'
import { saveTemplate } from './template-file.ts'
import { useImportUpload } from './use-import-upload.ts'
import { WorkProgress } from './work-progress.tsx'

/** What is chosen besides the file; kept when another file is chosen. */
export interface ImportChoices {
  dateOrder: ImportDateOrder
  /** The lab's id; empty for none. */
  labId: string
}

interface StartStepProps {
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
  /** The lab of whoever belongs to one; the Admin names it. */
  ownLab: string | undefined
  hasFirstFocus: boolean
  onStarted: (started: PatientImport) => void
}

export function StartStep({ choices, onChange, ownLab, hasFirstFocus, onStarted }: StartStepProps) {
  const { upload, start, refuse, cancel } = useImportUpload(onStarted)
  const [hasNoLab, setHasNoLab] = useState(false)
  const isUploading = upload.state === 'uploading'
  const take = (file: File) => {
    const isMissing = ownLab === undefined && choices.labId === ''
    setHasNoLab(isMissing)
    if (!isMissing)
      void start(file, {
        dateOrder: choices.dateOrder,
        labId: choices.labId === '' ? undefined : Number(choices.labId),
      })
  }
  return (
    <>
      <SectionCard
        title="Choose a file"
        subtitle={
          ownLab === undefined
            ? 'Nothing is registered before you confirm'
            : `The patients will belong to ${ownLab}. Nothing is registered before you confirm.`
        }
        icon={IconFileSpreadsheet}
      >
        <div className={classes.fields}>
          {ownLab === undefined && (
            <LabField
              value={choices.labId}
              onChange={(labId) => {
                setHasNoLab(false)
                onChange({ ...choices, labId })
              }}
              isDisabled={isUploading}
              error={hasNoLab ? REFUSAL.importLab : undefined}
            />
          )}
          <NativeSelect
            size="md"
            label="How the file writes dates"
            description="A date that begins with the year is always understood"
            data={[...DATE_ORDERS]}
            value={choices.dateOrder}
            disabled={isUploading}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...choices, dateOrder: value as ImportDateOrder })
            }
          />
        </div>
        {isUploading ? (
          <WorkProgress
            label={`Uploading ${upload.fileName}`}
            done={upload.percent}
            total={100}
            unit="percent"
            action={
              <Button variant="default" size="xs" onClick={cancel}>
                Cancel
              </Button>
            }
          />
        ) : (
          <FileDropZone
            accept={['.csv', '.tsv', '.txt']}
            onFile={take}
            onReject={() => refuse(REFUSAL.importNotText)}
            hint={`CSV, up to ${formatCount(IMPORT_MAX_ROWS)} rows and ${IMPORT_MAX_MB} MB`}
            error={upload.problem}
            hasFirstFocus={hasFirstFocus}
          />
        )}
      </SectionCard>
      <SectionCard
        title="Columns"
        subtitle="The first row names the columns, in any order; others are not taken over"
        icon={IconColumns3}
        actions={
          <Anchor component="button" type="button" className={classes.template ?? ''} onClick={saveTemplate}>
            <IconDownload size={16} stroke={1.75} aria-hidden="true" /> Download template
          </Anchor>
        }
      >
        <DetailList
          details={COLUMNS.map(({ name, isRequired, about }) => ({
            label: isRequired ? `${name} (required)` : name,
            value: about,
          }))}
        />
      </SectionCard>
    </>
  )
}

interface LabFieldProps {
  value: string
  onChange: (labId: string) => void
  isDisabled: boolean
  error: string | undefined
}

function LabField({ value, onChange, isDisabled, error }: LabFieldProps) {
  const { data: labs, isPending, isError, refetch } = useQuery(labsQuery())
  return (
    <Select
      label="Lab"
      description="The patients will belong to it"
      required
      searchable
      placeholder={isPending ? 'Loading labs...' : 'Select a lab'}
      nothingFoundMessage={isError ? 'The labs could not be loaded' : 'No labs found'}
      data={labs?.map((lab) => ({ value: String(lab.id), label: lab.name })) ?? []}
      value={value || null}
      onChange={(labId) => onChange(labId ?? '')}
      onDropdownOpen={() => void (isError && refetch())}
      disabled={isDisabled}
      error={error}
      limit={200}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
