import { Stack } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type AwaitsRelease,
  type InboxPublish,
  type FormInput,
  type OpenedInboxItem,
  inboxPublishForm,
} from '@zelab/contract'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import { CriticalField } from '../../../entities/critical/critical-field.tsx'
import { ReportFields, VisitField, reportResolver } from '../../../entities/report/form/report-fields.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { handInputTo } from '../../../lib/unsaved-input.ts'
import { isRefusal, messageOf } from '../../../lib/api-error.ts'
import { toastPublished } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors } from '../../../ui/form/form-resolver.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import * as words from '../texts.ts'
import { ofCandidate, ofRow, type ChosenPatient } from './chosen-patient.ts'
import { contradictsVisit } from './item-warnings.ts'
import { type OpenedItemProps, useDecision } from './use-decision.ts'
import { DecisionForm } from './decision-form.tsx'
import { PatientChoice } from './patient-choice.tsx'
import { needsQuestion, PublishQuestion } from './publish-question.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { typeNamedInFile } from '../../../entities/report/title-type-mismatch.ts'

type PublishFields = FormInput<typeof inboxPublishForm>
type PublishItemForm = UseFormReturn<PublishFields, unknown, InboxPublish>

const publishItemResolver: Resolver<PublishFields, unknown, InboxPublish> = reportResolver(inboxPublishForm)

/** Values from the server, otherwise from the file name. */
const proposedFields = ({
  title,
  reportType,
  fileName,
  isCritical,
}: Pick<OpenedInboxItem, 'title' | 'reportType' | 'fileName' | 'isCritical'>): PublishFields => {
  const { reportTypes } = useAppDataStore.getState()
  const type = reportType ?? typeNamedInFile(fileName, reportTypes)
  return {
    patientId: '',
    reportTypeId: type ? String(type.id) : '',
    title: title ?? type?.title ?? '',
    remark: '',
    visitId: '',
    isCritical,
    isVisitConfirmed: false,
  }
}

const FORM = 'inbox item'

export function PublishItem(props: OpenedItemProps) {
  const { item, revision, opened, registeredId, renderNewReportType, renderVisit } = props
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
  const publishItem = useEndpoint(api.inbox.publish)
  const { failure, decide } = useDecision(props)
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
        toast(patient?.fullName ?? '', published)
      },
      fallback: FALLBACK.publish,
    })
    const isContradicted = isRefusal(error, 'INBOX_VISIT_DIFFERS')
    setContradiction(isContradicted ? messageOf(error) : undefined)
    setAsked(isContradicted ? body : undefined)
    if (!isContradicted) showFieldErrors(error, form)
  }
  const isWithdrawn = item.problem === 'withdrawn-by-sender'
  return (
    <DecisionForm
      {...props}
      choose={(candidate) => choose(ofCandidate(candidate))}
      form={form}
      failure={{ title: texts.notPublished, text: failure }}
      submit={{
        label: patient ? texts.publishFor(patient.fullName) : texts.publish,
        pendingLabel: words.publishing,
        icon: IconFileUpload,
        isBlocked: isWithdrawn,
      }}
      isPending={publishItem.isPending}
      onSubmit={(body) => (needsQuestion(item, body) ? setAsked(body) : publish(body))}
      question={
        asked &&
        patient && (
          <PublishQuestion
            item={item}
            patient={patient}
            asked={asked}
            contradiction={contradiction}
            isPending={publishItem.isPending}
            onConfirm={() =>
              void publish({ ...asked, isVisitConfirmed: contradictsVisit(item, contradiction) })
            }
            onCancel={() => setAsked(undefined)}
          />
        )
      }
    >
      <PatientChoice
        item={item}
        chosen={patient}
        onChoose={choose}
        onRegister={register}
        error={form.formState.errors.patientId?.message}
      />
      <SectionCard title={texts.report} {...(item.proposal && { subtitle: texts.PROPOSALS[item.proposal] })}>
        <Stack>
          <ReportFields form={form} renderNewReportType={renderNewReportType} />
          {isVisitChosen(item) && <VisitField form={form} render={renderVisit} />}
          <CriticalField {...form.register('isCritical')} />
        </Stack>
      </SectionCard>
    </DecisionForm>
  )
}

/** The order names the visit, unless its number belongs to another one. */
const isVisitChosen = ({ statesVisit, notices }: OpenedItemProps['item']) =>
  !statesVisit || notices.some(({ code }) => code === 'order-of-other-visit')

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
    ...endpointQuery(api.patients.getById, { params: { id: registeredId ?? 0 } }),
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
