import { Box, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { AwaitsRelease, Patient, PublishReport, Report } from '@zelab/contract'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { publishedState } from '../../../entities/report/published.ts'
import { handInputTo } from '../../../lib/unsaved-input.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { showFieldErrors } from '../../../ui/form/form-resolver.ts'
import { useInitialFocus } from '../../../ui/form/initial-focus.ts'
import { useGoBack } from '../../../ui/actions/go-back.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CriticalField } from '../../../entities/critical/critical-field.tsx'
import {
  ReportFields,
  VisitField,
  type RenderNewReportType,
  type RenderVisit,
  TitleConfirmation,
} from '../../../entities/report/form/report-fields.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { toastError, toastPublished } from '../../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { ConfirmMatch } from '../../../entities/report/match/confirm-match.tsx'
import {
  needsConfirmation,
  PatientMatchNotice,
  usePatientMatch,
  useAwaitPatientMatch,
} from '../../../entities/report/match/patient-match-notice.tsx'
import {
  type PublishFields,
  emptyPublishFields,
  publishResolver,
  type ReportForm,
  useReportFile,
} from '../form/use-report-file.ts'
import { PUBLISH_FORM } from '../form/use-report-upload.ts'
import { ReportFilePanel } from '../form/report-file-panel.tsx'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

interface PublishFormProps {
  patient: Patient
  renderNewReportType: RenderNewReportType
  renderVisit: RenderVisit
}

export function PublishForm({ patient, renderNewReportType, renderVisit }: PublishFormProps) {
  useInitialFocus()
  const goBack = useGoBack('/user/patients')
  const form = useForm<PublishFields, unknown, PublishReport>({
    resolver: publishResolver,
    defaultValues: emptyPublishFields(patient.id),
  })
  const navigate = useNavigate()
  const { file, fileUrl, limitMb, error, chooserRef } = useReportFile(form, PUBLISH_FORM)
  const settle = useUnsavedForm(form, { name: PUBLISH_FORM, besides: { upload: file.upload } })
  const check = usePatientMatch(fileUrl === '' ? undefined : { patientId: patient.id, fileUrl })
  const publishing = usePublishing(form, settle, patient)
  const submit = form.handleSubmit(publishing.ask)
  const isUploading = file.upload.state === 'uploading'
  const publishForNamed = ({ id }: { id: number }) => {
    const { title, remark, reportTypeId, isCritical } = form.getValues()
    handInputTo(`/user/patient/${id}/report/publish`, PUBLISH_FORM, {
      values: { title, remark, reportTypeId, fileUrl, isCritical },
      besides: { upload: file.upload },
    })
    settle()
    void navigate({ to: '/user/patient/$patientId/report/publish', params: { patientId: String(id) } })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {publishing.failure && (
          <Notice tone="negative" role="alert" title={texts.notPublished}>
            {publishing.failure}
          </Notice>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack miw={0}>
            <ReportFilePanel file={file} limitMb={limitMb} error={error} chooserRef={chooserRef}>
              {fileUrl !== '' && (
                <PatientMatchNotice
                  check={check}
                  candidateAction={{ label: texts.publishForNamed, choose: publishForNamed }}
                />
              )}
            </ReportFilePanel>
          </Stack>
          <SectionCard title={texts.reportDetails}>
            <Stack>
              <ReportFields
                form={form}
                fileName={
                  file.upload.state === 'uploaded' ? file.upload.uploaded.originalFileName : undefined
                }
                renderNewReportType={renderNewReportType}
              />
              <VisitField form={form} render={renderVisit} />
              <CriticalField {...form.register('isCritical')} />
            </Stack>
          </SectionCard>
        </SimpleGrid>
        <Group justify="flex-end" gap="xs" mod="buttons">
          <Button variant="default" size="md" onClick={goBack} disabled={publishing.isPending}>
            {shared.cancel}
          </Button>
          <SubmitButton
            size="md"
            isPending={publishing.isPending || publishing.isChecking}
            pendingLabel={publishing.isChecking ? texts.checkingTheFile : texts.publishing}
            disabled={isUploading}
            leftSection={<IconFileUpload size={18} stroke={1.75} />}
          >
            {texts.publishReport}
          </SubmitButton>
        </Group>
        <ConfirmDialog
          isOpen={publishing.asked !== undefined}
          title={texts.askPublishTo(patient.fullName)}
          message={CONFIRM.publish}
          confirmLabel={needsConfirmation(check) ? texts.publishAnyway : texts.publish}
          isBlocked={needsConfirmation(check) && !publishing.isMatchConfirmed}
          pendingLabel={texts.publishing}
          isPending={publishing.isPending}
          onConfirm={() => void publishing.publish()}
          onCancel={publishing.cancel}
        >
          {/* Last check against publishing for the wrong patient (AMB-66). */}
          <Box mt="sm">
            <PatientStrip patient={patient} />
          </Box>
          <Box mt="md" px="md" py="sm" bg="var(--bench)" bdrs="sm">
            <DetailList
              details={[
                { label: texts.reportTitle, value: publishing.asked?.title, isWide: true },
                { label: texts.reportType, value: titleOfType(publishing.asked?.reportTypeId), isWide: true },
              ]}
            />
          </Box>
          <ConfirmMatch
            check={check}
            patientName={patient.fullName}
            isConfirmed={publishing.isMatchConfirmed}
            onConfirm={publishing.confirmMatch}
          />
          <TitleConfirmation title={publishing.asked?.title ?? ''} typeId={publishing.asked?.reportTypeId} />
        </ConfirmDialog>
      </Stack>
    </form>
  )
}

const titleOfType = (typeId: number | undefined) =>
  useAppDataStore.getState().reportTypes.find(({ id }) => id === typeId)?.title

/** Confirms, publishes and opens the reports list. A failure keeps the form and shows the error. */
const usePublishing = (form: ReportForm, onPublished: () => void, patient: Patient) => {
  const navigate = useNavigate()
  const publishReport = useEndpoint(api.reports.publish)
  const checkEnd = useAwaitPatientMatch()
  const [isChecking, setIsChecking] = useState(false)
  const [isMatchConfirmed, confirmMatch] = useState(false)
  const [asked, setAsked] = useState<PublishReport>()
  const [failure, setFailure] = useState<string>()

  const publish = async (): Promise<void> => {
    if (!asked) return
    const { isCritical, ...fields } = asked
    let published: Report | AwaitsRelease
    try {
      const answer = await publishReport.mutateAsync({
        params: { patientId: String(asked.patientId) },
        body: { ...fields, ...(isCritical && { isCritical }) },
      })
      published = answer.data
    } catch (error) {
      setAsked(undefined)
      setFailure(messageOf(error, FALLBACK.publish))
      toastError(error, FALLBACK.publish, { isSilent: true })
      showFieldErrors(error, form)
      return
    }
    onPublished()
    const { title } = asked
    const state = publishedState({ title, patient, record: published })
    if ('unreleasedId' in published) {
      toastPublished(SUCCESS.reportAwaitsRelease)
      return navigate({ to: '/user/release', search: { list: 'own' }, state })
    }
    toastPublished(SUCCESS.reportPublished)
    await navigate({ to: '/user/reports', state })
  }

  return {
    asked,
    failure,
    isChecking,
    isMatchConfirmed,
    confirmMatch,
    isPending: publishReport.isPending,
    publish,
    ask: async (report: PublishReport) => {
      setFailure(undefined)
      setIsChecking(true)
      await checkEnd({ patientId: report.patientId, fileUrl: report.fileUrl })
      setIsChecking(false)
      // Each confirmation starts unchecked.
      confirmMatch(false)
      setAsked(report)
    },
    cancel: () => setAsked(undefined),
  }
}
