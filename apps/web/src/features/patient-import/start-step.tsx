import { Anchor, Button, NativeSelect, SimpleGrid } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DateOrder, PatientImport } from '@zelab/contract'
import { IMPORT_MAX_MB, IMPORT_MAX_ROWS, type ImportEncoding } from '@zelab/contract/limits'
import { REFUSAL } from '@zelab/contract/messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { labsQuery } from '../../lib/queries/lookups.ts'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { FileDropZone } from '../../ui/form/file-drop-zone.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { EncodingSelect } from './encoding-choice.tsx'
import { DATE_ORDERS } from './import-labels.ts'
import classes from './patient-import.module.css'
import * as texts from './texts.tsx'
import { useImportUpload } from './use-import-upload.ts'
import { ImportProgress } from './import-progress.tsx'
import * as shared from '../../ui/texts.ts'

/** Downloads an empty CSV with the supported columns. The byte order mark makes spreadsheets read UTF-8. */
const saveTemplate = (): void => {
  const header = `\ufeff${texts.COLUMNS.map(({ name }) => name).join(',')}\r\n`
  const address = URL.createObjectURL(new Blob([header], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'patients-template.csv'
  link.click()
  // The browser reads the blob after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export interface ImportChoices {
  dateOrder: DateOrder
  /** Empty to detect the encoding. */
  encoding: ImportEncoding | ''
  labId: string
}

interface StartStepProps {
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
  /** Undefined for an Admin, who has to choose a lab. */
  ownLab: string | undefined
  hasFirstFocus: boolean
  onStarted: (started: PatientImport, file: File) => void
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
        encoding: choices.encoding || undefined,
        labId: choices.labId === '' ? undefined : Number(choices.labId),
      })
  }
  return (
    <>
      <SectionCard
        title={texts.chooseAFile}
        subtitle={ownLab === undefined ? texts.nothingBeforeConfirm : texts.belongToLab(ownLab)}
      >
        <SimpleGrid minColWidth="min(16rem, 100%)" autoFlow="auto-fit" mb="md">
          {ownLab === undefined && (
            <LabField
              value={choices.labId}
              onChange={(labId) => {
                setHasNoLab(false)
                onChange({ ...choices, labId })
              }}
              isDisabled={isUploading}
              error={hasNoLab ? REFUSAL.IMPORT_LAB_REQUIRED : undefined}
            />
          )}
          <NativeSelect
            size="md"
            label={texts.howFileWritesDates}
            description={texts.yearFirstUnderstood}
            data={[...DATE_ORDERS]}
            value={choices.dateOrder}
            disabled={isUploading}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...choices, dateOrder: value as DateOrder })
            }
          />
          <EncodingSelect
            value={choices.encoding}
            isDisabled={isUploading}
            onChange={(encoding) => onChange({ ...choices, encoding })}
          />
        </SimpleGrid>
        {isUploading ? (
          <ImportProgress
            label={texts.uploading(upload.fileName)}
            done={upload.percent}
            total={100}
            textOf={texts.percentOf}
            action={
              <Button variant="default" size="xs" onClick={cancel}>
                {shared.cancel}
              </Button>
            }
          />
        ) : (
          <FileDropZone
            accept={['.csv', '.tsv', '.txt']}
            onFile={take}
            onReject={() => refuse(REFUSAL.IMPORT_NOT_TEXT)}
            hint={texts.fileHint(IMPORT_MAX_ROWS, IMPORT_MAX_MB)}
            error={upload.problem}
            hasFirstFocus={hasFirstFocus}
          />
        )}
      </SectionCard>
      <SectionCard
        title={texts.columns}
        subtitle={texts.columnsHint}
        actions={
          <Anchor component="button" type="button" className={classes.template ?? ''} onClick={saveTemplate}>
            <IconDownload size={16} stroke={1.75} aria-hidden="true" /> {texts.downloadTemplate}
          </Anchor>
        }
      >
        <DetailList
          details={texts.COLUMNS.map(({ name, isRequired, about }) => ({
            label: isRequired ? texts.requiredColumn(name) : name,
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
  const onlyLab = labs?.length === 1 ? labs[0] : undefined
  const chooseOnlyLab = useEffectEvent(() => {
    if (onlyLab && value === '') onChange(String(onlyLab.id))
  })
  useEffect(() => chooseOnlyLab(), [onlyLab])
  return (
    <SearchSelect
      label={texts.lab}
      description={texts.labHint}
      required
      placeholder={isPending ? texts.loadingLabs : texts.selectALab}
      nothingFoundMessage={isError ? texts.labsNotLoaded : texts.noLabsFound}
      data={labs?.map((lab) => ({ value: String(lab.id), label: lab.name })) ?? []}
      value={value || null}
      onChange={(labId) => onChange(labId ?? '')}
      onDropdownOpen={() => void (isError && refetch())}
      disabled={isDisabled}
      error={error}
      limit={200}
    />
  )
}
