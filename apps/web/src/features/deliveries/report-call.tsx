import { Button, Textarea } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import type { Delivery } from '@zelab/contract'
import { REPORT_CALL_OUTCOMES, reportCallForm, reportCallProblems } from '@zelab/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { PatientHead } from '../../entities/patient/patient-head.tsx'
import { serverNow } from '../../lib/activity-clock.ts'
import { formatMoment } from '../../lib/format.ts'
import { localMoment } from '../../lib/local-moment.ts'
import { useCan } from '../../lib/session-store.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { PhoneLink } from '../../ui/display/contact-links.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { momentResolver } from '../../ui/form/moment-resolver.ts'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { Facts } from '../../ui/list/record-list.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

/** A report that was sent, or was not because its patient has no contact. */
export type CalledReport = Pick<Delivery, 'report' | 'patient' | 'call'> & Partial<Pick<Delivery, 'delegate'>>

const checkCall = momentResolver(reportCallForm, ['calledAt'], reportCallProblems)

export function RecordCallButton({ about }: { about: CalledReport }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPhoneCall size={16} stroke={1.75} />}
        aria-label={texts.recordCallOf((about.delegate ?? about.patient).fullName, about.report.title)}
        onClick={() => setIsOpen(true)}
      >
        {texts.recordCall}
      </Button>
      {isOpen && <ReportCallDialog about={about} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export function ReportCallDialog({ about, onClose }: { about: CalledReport; onClose: () => void }) {
  const { report, patient, delegate } = about
  const record = useEndpoint(api.deliveries.recordCall, { id: report.id })
  // The call is about the version of the list when the dialog opened.
  const [version] = useState(report.version)
  const [now] = useState(() => localMoment(new Date(serverNow()).toISOString()))
  const form = useForm({ resolver: checkCall, defaultValues: { outcome: '', calledAt: now, note: '' } })
  const outcome = useWatch({ control: form.control, name: 'outcome' })
  return (
    <FormDialog
      title={texts.callTo((delegate ?? patient).fullName)}
      name={`call about report #${report.id}`}
      head={<PatientHead patientId={patient.id} />}
      form={form}
      onSave={(call) => record.mutateAsync({ ...call, version, delegateId: delegate?.id })}
      success={texts.callRecorded}
      submitLabel={texts.recordCall}
      pendingLabel={texts.recordingCall}
      onClose={onClose}
    >
      <PhoneLink phone={delegate?.phone ?? patient.phone} />
      <RadioField
        form={form}
        name="outcome"
        label={texts.callOutcome}
        values={REPORT_CALL_OUTCOMES}
        nameOf={texts.CALL_OUTCOMES}
        isFirst
      />
      <MomentField label={texts.calledAt} required form={form} name="calledAt" />
      <Textarea
        label={texts.callNote}
        required={outcome === 'other'}
        autosize
        minRows={2}
        maxRows={6}
        {...fieldProps(form, 'note')}
      />
      <Hint>{texts.callHint}</Hint>
    </FormDialog>
  )
}

/** "Called 4:20 PM by Hind: no answer" */
export function LatestCall({ of: { call, patient, delegate } }: { of: CalledReport }) {
  const may = useCan()
  if (!call) return null
  const isWrong = call.outcome === 'wrong-number' && !delegate && may('patients:edit')
  return (
    <Facts>
      <bdi>{texts.called(call, formatMoment(call.calledAt))}</bdi>
      {call.outcome !== 'other' && call.note !== null && <bdi>{call.note}</bdi>}
      {isWrong && (
        <AnchorLink to="/user/patients/edit/$patientId" params={{ patientId: String(patient.id) }} inherit>
          {texts.correctNumber}
        </AnchorLink>
      )}
    </Facts>
  )
}
