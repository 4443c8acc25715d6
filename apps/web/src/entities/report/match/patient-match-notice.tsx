import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Box, Button, Group, Loader, Stack } from '@mantine/core'
import type { PatientMatch } from '@zelab/contract'
import { messageOf } from '../../../lib/api-error.ts'
import { Agreement, ComparisonTable } from '../../patient/identity-comparison.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PatientStrip, type StripPatient } from '../../patient/patient-strip.tsx'
import { fileOfAnotherPatient } from '../../../ui/texts.ts'
import * as texts from './texts.ts'
import { patientMatchQuery, type PatientMatchSubject } from '../queries.ts'

export type PatientMatchResult = UseQueryResult<PatientMatch>

/** A file published for another patient deserves a warning, but says nothing about this one. */
const isMismatch = ({ warnings }: PatientMatch): boolean => warnings.some(({ kind }) => kind !== 'sameFile')

export const hasDoubt = ({ data, isError }: PatientMatchResult): boolean =>
  isError || (data !== undefined && data.warnings.length > 0)

/** True if the user must confirm the patient: the file names another one or was not compared. */
export const needsConfirmation = ({ data, isError }: PatientMatchResult): boolean =>
  isError || (data !== undefined && isMismatch(data))

interface PatientMatchNoticeProps {
  check: PatientMatchResult
  /** Action for each other patient named by the file, except one who cannot be selected. */
  candidateAction?: {
    label: (name: string) => string
    choose: (patient: StripPatient) => void
    exceptId?: number
  }
  /** Shown on the page already, which has announced it. */
  isRepeated?: boolean
}

export function PatientMatchNotice({ check, candidateAction, isRepeated = false }: PatientMatchNoticeProps) {
  const { data, error, isFetching, refetch } = check
  if (error && !data)
    return (
      <Notice tone="warning" role={isRepeated ? 'note' : 'title-alert'} title={texts.notCompared}>
        <p>{texts.compareYourself(messageOf(error))}</p>
        <SubmitButton
          variant="default"
          size="xs"
          mt="xs"
          isPending={isFetching}
          onClick={() => void refetch()}
        >
          {texts.checkAgain}
        </SubmitButton>
      </Notice>
    )
  if (!data)
    return (
      <Group fz="sm" c="dimmed" wrap="nowrap" gap="xs" role="status">
        <Loader size={14} /> {texts.comparing}
      </Group>
    )
  if (data.warnings.length > 0)
    return (
      <Notice
        tone={isMismatch(data) ? 'mismatch' : 'warning'}
        role={isRepeated ? 'note' : 'title-alert'}
        title={isMismatch(data) ? fileOfAnotherPatient : texts.fileUsedBefore}
      >
        {data.comparison.length > 0 && <ComparisonTable rows={data.comparison} />}
        {data.warnings
          .filter(({ kind }) => kind === 'sameFile')
          .map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        {candidateAction && data.candidates.length > 0 && (
          <Stack gap="xs" mt="sm">
            <p>{texts.namedInFile}</p>
            {data.candidates.map((candidate) => (
              <Group key={candidate.id} gap="xs">
                <Box flex="1 1 16rem">
                  <PatientStrip patient={candidate} label={texts.namedInFile} />
                </Box>
                {candidate.id !== candidateAction.exceptId && (
                  <Button
                    mod="wraps"
                    variant="default"
                    size="xs"
                    onClick={() => candidateAction.choose(candidate)}
                  >
                    {candidateAction.label(candidate.fullName)}
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Notice>
    )
  if (data.comparison.length === 0)
    return (
      <Group fz="sm" c="dimmed" wrap="nowrap" gap="xs">
        {texts.fileNamesNoPatient}
      </Group>
    )
  return <Agreement rows={data.comparison} />
}

export const usePatientMatch = (subject: PatientMatchSubject | undefined): PatientMatchResult =>
  useQuery({
    ...patientMatchQuery(subject ?? { patientId: 0, fileUrl: '' }),
    enabled: subject !== undefined,
    retry: 1,
  })

/** Resolves when a running match has finished or failed. */
export const useAwaitPatientMatch = (): ((subject: PatientMatchSubject) => Promise<void>) => {
  const client = useQueryClient()
  return async (subject) => {
    await client.ensureQueryData(patientMatchQuery(subject)).catch(() => undefined)
  }
}
