import { ReasonFields } from '../../../entities/report/form/report-fields.tsx'
import { Anchor, Box, Button, Checkbox, Paper, Stack, Text } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { FormInput, FormOutput, PatientRow, Report, withdrawReportForm } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import { WITHDRAWAL_REASONS } from '@zelab/contract/reasons'
import type { UseFormReturn } from 'react-hook-form'
import { Controller, useWatch } from 'react-hook-form'
import { fileAddress } from '../../../lib/report-files.ts'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { DialogActions } from '../../../ui/feedback/dialog-actions.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { PatientPicker } from '../../../entities/patient/patient-picker.tsx'
import { ReaderList } from '../reader-list.tsx'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

export type WithdrawFields = FormInput<typeof withdrawReportForm> & {
  isReassigning: boolean
  rightPatient: PatientRow | undefined
}
export type Withdrawal = FormOutput<typeof withdrawReportForm>

interface WithdrawFormProps {
  report: Report
  form: UseFormReturn<WithdrawFields, unknown, Withdrawal>
  failure: string | undefined
  isPending: boolean
  onCancel: () => void
  onWithdraw: (withdrawal: Withdrawal) => Promise<void>
  onPatientChosen: (patient: PatientRow, note: string | undefined) => void
}

export function WithdrawForm({ report, form, failure, isPending, ...on }: WithdrawFormProps) {
  const { register, control, formState, setError } = form
  const { errors } = formState
  const [reason, isReassigning] = useWatch({ control, name: ['reason', 'isReassigning'] })
  const isWrongPatient = reason === 'wrong-patient'
  const willReassign = isWrongPatient && isReassigning
  const submit = form.handleSubmit((withdrawal) => {
    if (!willReassign) return on.onWithdraw(withdrawal)
    const right = form.getValues('rightPatient')
    if (right) on.onPatientChosen(right, withdrawal.note)
    else setError('rightPatient', { message: VALIDATION.patient })
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {failure && (
          <Notice tone="negative" role="alert" title={texts.notWithdrawn}>
            {failure}
          </Notice>
        )}
        <Text inherit>{texts.withdrawHint}</Text>
        <PatientStrip patient={report.patient} />
        <Box px="md" py="sm" bg="var(--bench)" bdrs="sm">
          <DetailList
            details={[
              { label: texts.report, value: `#${report.id} · ${report.title}`, isWide: true },
              ...(report.version > 1
                ? [
                    {
                      label: texts.versionNumber(report.version),
                      value: (
                        <Anchor href={fileAddress(report.filePath)} {...NEW_TAB} inherit>
                          {texts.openTheFile}
                        </Anchor>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </Box>
        <ReasonFields form={form} reasons={WITHDRAWAL_REASONS} isFirstField />
        {isWrongPatient && <Checkbox label={texts.publishInSameStep} {...register('isReassigning')} />}
        {willReassign && (
          <Controller
            control={control}
            name="rightPatient"
            render={({ field: { value, onChange } }) => (
              <PatientPicker
                label={texts.rightPatient}
                exceptId={report.patient.id}
                value={value}
                onChange={onChange}
                error={errors.rightPatient?.message}
              />
            )}
          />
        )}
        <section aria-labelledby="opened-by">
          <Text component="h3" size="sm" fw={600} mb="xs" id="opened-by">
            {texts.openedByHeading}
          </Text>
          <Paper radius="sm" style={{ overflow: 'hidden' }}>
            <ReaderList reportId={report.id} isAlarming />
          </Paper>
        </section>
        <DialogActions>
          <Button variant="default" onClick={on.onCancel} disabled={isPending}>
            {shared.cancel}
          </Button>
          {willReassign ? (
            <SubmitButton isPending={false}>{texts.goOn}</SubmitButton>
          ) : (
            <SubmitButton
              color="red"
              isPending={isPending}
              pendingLabel={texts.withdrawing}
              leftSection={<IconBan size={16} stroke={1.75} />}
            >
              {texts.withdrawReport}
            </SubmitButton>
          )}
        </DialogActions>
      </Stack>
    </form>
  )
}
