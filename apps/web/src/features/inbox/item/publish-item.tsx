import { Button } from '@mantine/core'
import { IconBan, IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AwaitsRelease, InboxPublish } from '@zelab/contract'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { usePublishItem } from '../queries.ts'
import { patientQuery } from '../../../entities/patient/queries.ts'
import { handInputTo } from '../../../lib/unsaved-input.ts'
import { isRefusal, messageOf } from '../../../lib/api-error.ts'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastPublished } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors } from '../../../ui/form/field-errors.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { rememberType } from '../last-type.ts'
import * as words from '../texts.ts'
import { ofCandidate, ofRow, type ChosenPatient } from './chosen-patient.ts'
import { contradictsVisit } from './item-warnings.ts'
import classes from './item-page.module.css'
import type { OpenedItemProps } from './use-decision.ts'
import { PatientChoice } from './patient-choice.tsx'
import { proposedFields, publishItemResolver } from './publish-item-form.ts'
import { needsQuestion, PublishQuestion } from './publish-question.tsx'
import { ReportFields, type PublishFields, type PublishItemForm, type RenderVisit } from './report-fields.tsx'
import * as texts from './texts.ts'
import { useDecision } from './use-decision.ts'
import { useItemKeys } from './use-item-keys.ts'

const FORM = 'inbox item'

export function PublishItem({
  item,
  revision,
  opened,
  queue,
  registeredId,
  renderNewReportType,
  renderVisit,
  onReject,
}: OpenedItemProps) {
  const form = useForm<PublishFields, unknown, InboxPublish>({
    resolver: publishItemResolver,
    defaultValues: proposedFields(item),
  })
  const settle = useUnsavedForm(form, { name: FORM })
  const [patient, choose] = useChosenPatient(item, registeredId, form)
  const register = useRegistering(item, form, () => {
    settle()
    opened.keep()
  })
  const publishItem = usePublishItem()
  const { failure, decide } = useDecision({ opened, queue })
  const toast = usePublishedToast()
  const [contradiction, setContradiction] = useState<string>()
  const [asked, setAsked] = useState<InboxPublish>()

  const publish = async (body: InboxPublish): Promise<void> => {
    let published: Published = { reportId: 0 }
    const error = await decide({
      send: async () => {
        const sent = { params: { id: String(item.id) }, query: { revision }, body }
        published = (await publishItem.mutateAsync(sent)).data
      },
      onDone: () => {
        settle()
        rememberType(body.reportTypeId)
        toast(patient?.fullName ?? '', published)
      },
      fallback: FALLBACK.publish,
    })
    const isContradicted = isRefusal(error, 'INBOX_VISIT_DIFFERS')
    setContradiction(isContradicted ? messageOf(error) : undefined)
    setAsked(isContradicted ? body : undefined)
    if (!isContradicted) showFieldErrors(error, form)
  }
  const submit = form.handleSubmit((body) => (needsQuestion(item, body) ? setAsked(body) : publish(body)))
  const isBusy = publishItem.isPending
  const isWithdrawn = item.problem === 'withdrawn-by-sender'
  useItemKeys({
    item,
    queue,
    choose: (candidate) => choose(ofCandidate(candidate)),
    ...(!isWithdrawn && { publish: () => !isBusy && void submit() }),
    reject: onReject,
  })
  return (
    <form className={classes.panel} onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <Notice tone="negative" role="alert" title={texts.notPublished}>
          <p>{failure}</p>
        </Notice>
      )}
      <PatientChoice
        item={item}
        chosen={patient}
        onChoose={choose}
        onRegister={register}
        error={form.formState.errors.patientId?.message}
      />
      <ReportFields
        form={form}
        renderNewReportType={renderNewReportType}
        proposal={item.proposal}
        visit={isVisitChosen(item) && <VisitChoice form={form} render={renderVisit} />}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="md"
          leftSection={<IconBan size={18} stroke={1.75} />}
          disabled={isBusy}
          aria-keyshortcuts="r"
          onClick={onReject}
        >
          {texts.reject}
          <Kbd>r</Kbd>
        </Button>
        <SubmitButton
          size="md"
          mod="wraps"
          isPending={isBusy}
          pendingLabel={words.publishing}
          disabled={isWithdrawn}
          leftSection={<IconFileUpload size={18} stroke={1.75} />}
          aria-keyshortcuts="Control+Enter"
        >
          {patient ? texts.publishFor(patient.fullName) : texts.publish}
          <Kbd hasModifier>{texts.publishKeys}</Kbd>
        </SubmitButton>
      </div>
      {asked && patient && (
        <PublishQuestion
          item={item}
          patient={patient}
          asked={asked}
          contradiction={contradiction}
          isPending={isBusy}
          onConfirm={() =>
            void publish({ ...asked, isVisitConfirmed: contradictsVisit(item, contradiction) })
          }
          onCancel={() => setAsked(undefined)}
        />
      )}
    </form>
  )
}

/** The order names the visit, unless its number belongs to another one. */
const isVisitChosen = ({ statesVisit, notices }: OpenedItemProps['item']) =>
  !statesVisit || notices.some(({ code }) => code === 'order-of-other-visit')

function VisitChoice({ form: { control }, render }: { form: PublishItemForm; render: RenderVisit }) {
  const patientId = useWatch({ control, name: 'patientId' })
  const reportTypeId = useWatch({ control, name: 'reportTypeId' })
  const { field, fieldState } = useController({ control, name: 'visitId' })
  if (patientId === '') return null
  return render({
    patientId: Number(patientId),
    reportTypeId: String(reportTypeId),
    value: String(field.value ?? ''),
    onChange: field.onChange,
    error: fieldState.error?.message,
  })
}

/** Preselects a certain or just registered patient. A refetch never replaces the selection. */
const useChosenPatient = (
  item: OpenedItemProps['item'],
  registeredId: number | undefined,
  { setValue, formState }: PublishItemForm,
) => {
  const [first] = useState<ChosenPatient | undefined>(() =>
    item.match === 'green' && item.patient ? item.patient : undefined,
  )
  // Null after the choice was cleared.
  const [picked, setPicked] = useState<ChosenPatient | null>()
  const registered = useQuery({
    ...patientQuery(registeredId ?? 0),
    enabled: registeredId !== undefined,
  }).data
  const patient = picked === undefined ? (registered ? ofRow(registered) : first) : (picked ?? undefined)
  const id = patient?.id ?? ''
  const setId = useEffectEvent((value: number | '') => {
    setValue('patientId', value, { shouldValidate: value !== '' && formState.isSubmitted })
    // A visit belongs to one patient.
    setValue('visitId', '')
  })
  useEffect(() => setId(id), [id])
  return [patient, (next: ChosenPatient | undefined) => setPicked(next ?? null)] as const
}

/** Opens the registration with the identity from the file, and keeps the form for the return. */
const useRegistering = (
  { id, registration }: OpenedItemProps['item'],
  { getValues }: { getValues: () => PublishFields },
  onLeave: () => void,
) => {
  const navigate = useNavigate()
  return () => {
    const { title, remark, reportTypeId } = getValues()
    handInputTo(`/user/inbox/${id}`, FORM, { values: { title, remark, reportTypeId }, isQuiet: true })
    onLeave()
    const { fullName, dateOfBirth, emrId, phone } = registration
    void navigate({
      to: '/user/patients/add',
      search: { inboxItem: id },
      state: {
        typedPatient: {
          ...(fullName !== null && { fullName }),
          ...(dateOfBirth !== null && { dateOfBirth }),
          ...(emrId !== null && { emrId }),
          ...(phone !== null && { phone }),
        },
      },
    })
  }
}

type Published = { reportId: number } | AwaitsRelease

const usePublishedToast = () => {
  const navigate = useNavigate()
  return (name: string, published: Published) => {
    const open = () =>
      'unreleasedId' in published
        ? navigate({ to: '/user/release/$id', params: { id: String(published.unreleasedId) } })
        : navigate({
            to: '/user/reports/view/$reportId',
            params: { reportId: String(published.reportId) },
          })
    const message = 'unreleasedId' in published ? texts.awaitsRelease(name) : texts.published(name)
    toastPublished(message, [{ label: texts.open, follow: () => void open() }])
  }
}
