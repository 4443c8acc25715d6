import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PatientImport } from '@zelab/contract'
import { IMPORT_ENCODINGS, type ImportEncoding } from '@zelab/contract/limits'
import { importRowsQuery } from './queries.ts'
import * as texts from './texts.tsx'
import { useImportUpload } from './use-import-upload.ts'

const SHOWN_NAMES = 3
const CHOICES = IMPORT_ENCODINGS.map((value) => ({ value, label: texts.ENCODINGS[value] }))

interface EncodingSelectProps {
  value: ImportEncoding | ''
  onChange: (encoding: ImportEncoding | '') => void
  isDisabled: boolean
}

export function EncodingSelect({ value, onChange, isDisabled }: EncodingSelectProps) {
  return (
    <NativeSelect
      size="md"
      label={texts.howFileIsEncoded}
      description={texts.howFileIsEncodedHint}
      data={[{ value: '', label: texts.detectEncoding }, ...CHOICES]}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value as ImportEncoding | '')}
    />
  )
}

interface EncodingChoiceProps {
  found: PatientImport
  file: File
  onStarted: (started: PatientImport, file: File) => void
}

/** Sample names from the file and a choice of encoding, which uploads the file again. */
export function EncodingChoice({ found, file, onStarted }: EncodingChoiceProps) {
  const { upload, start } = useImportUpload(onStarted)
  const { data: rows } = useQuery(importRowsQuery(found.id, 'all', 1))
  const names = rows?.data.map(({ fullName }) => fullName) ?? []
  // ASCII names look the same in every encoding.
  const telling = names.filter((name) => /[^\u0020-\u007e]/.test(name))
  const encoding = IMPORT_ENCODINGS.find((one) => found.encoding?.startsWith(one)) ?? 'UTF-8'
  return (
    <SimpleGrid minColWidth="min(16rem, 100%)" autoFlow="auto-fit" mt="md">
      <NativeSelect
        label={texts.encoding}
        description={texts.encodingHint}
        data={CHOICES}
        value={encoding}
        disabled={upload.state === 'uploading'}
        error={upload.state === 'none' ? upload.problem : undefined}
        onChange={({ currentTarget }) =>
          void start(file, {
            dateOrder: found.dateOrder,
            labId: found.lab.id,
            encoding: currentTarget.value as ImportEncoding,
          })
        }
      />
      <div>
        <Text fw={500}>{texts.namesAsRead}</Text>
        <Stack component="ul" gap={0} mt={4} aria-label={texts.namesAsRead}>
          {(telling.length > 0 ? telling : names).slice(0, SHOWN_NAMES).map((name, index) => (
            <li key={index}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </Stack>
      </div>
    </SimpleGrid>
  )
}
