import { Button, Checkbox, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { CalledPerson, FormInput, FormOutput } from '@zelab/contract'
import { criticalCallForm, criticalCallProblems, needsReadOut } from '@zelab/contract'
import { CALL_OUTCOMES } from '@zelab/contract/limits'
import { useRef, useState } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { serverNow } from '../../lib/activity-clock.ts'
import { useRecordCall, type CriticalSubject } from '../../entities/critical/queries.ts'
import { PatientStrip, type StripPatient } from '../../entities/patient/patient-strip.tsx'
import { isRefusal } from '../../lib/api-error.ts'
import { formatPatientId, formatPlainDate, inSentence } from '../../lib/format.ts'
import { formatPhone } from '../../lib/format-phone.ts'
import { localMoment } from '../../lib/local-moment.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { momentResolver } from '../../ui/form/moment-resolver.ts'
import { RadioField } from '../../ui/form/radio-field.tsx'
import * as words from '../../entities/critical/texts.ts'
import * as texts from './texts.ts'

type Fields = FormInput<typeof criticalCallForm>
type Checked = FormOutput<typeof criticalCallForm>

const checkCall = momentResolver(criticalCallForm, ['beganAt', 'endedAt'], criticalCallProblems)

interface CallDialogProps {
  patient: StripPatient
  /** As the page shows it now. */
  subject: CriticalSubject
  /** As `#12`. */
  number: string
  /** A call that is read back closes the result. */
  isOpen: boolean
  /** Whom to call; the first one is proposed. */
  contacts: readonly CalledPerson[]
  /** @param closes the call was read back, and closed the result */
  onRecorded?: (closes: boolean) => void
  onClose: () => void
}

export function CallDialog({
  patient,
  subject,
  number,
  isOpen,
  contacts,
  onRecorded,
  onClose,
}: CallDialogProps) {
  const record = useRecordCall()
  const { fullName } = useCurrentUser()
  // The call is about what the page showed when the dialog opened, until the user was told of a change.
  const [opened, setOpened] = useState<CriticalSubject | undefined>(subject)
  const [now] = useState(() => localMoment(new Date(serverNow()).toISOString()))
  const [proposed] = contacts
  const hasClosed = useRef(false)
  const form = useForm<Fields, unknown, Checked>({
    resolver: checkCall,
    defaultValues: {
      caller: fullName,
      person: proposed?.person ?? '',
      role: proposed?.role ?? '',
      phone: formatPhone(proposed?.phone ?? ''),
      beganAt: now,
      endedAt: now,
      readOut: '',
      value: '',
      unit: '',
      identifiers: '',
      outcome: '',
    },
  })
  const outcome = useWatch({ control: form.control, name: 'outcome' })
  const choose = ({ person, role, phone }: CalledPerson) => {
    for (const [name, value] of Object.entries({ person, role, phone: formatPhone(phone ?? '') }))
      form.setValue(name as 'person' | 'role' | 'phone', value, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <FormDialog
      title={texts.callTo(number)}
      name={`call about report ${number}`}
      head={<PatientStrip patient={patient} />}
      form={form}
      onSave={async (call) => {
        try {
          const { data } = await record.mutateAsync({ subject: opened ?? subject, call })
          hasClosed.current = isOpen && data.results[0]?.closed?.as === 'read-back'
          toastSuccess(hasClosed.current ? texts.closedByCall : texts.callRecorded)
        } catch (error) {
          if (isRefusal(error, 'CRITICAL_CHANGED')) setOpened(undefined)
          throw error
        }
      }}
      success={null}
      submitLabel={texts.recordCall}
      pendingLabel={texts.recording}
      onSaved={() => (onRecorded ?? onClose)(hasClosed.current)}
      onClose={onClose}
    >
      <RadioField
        form={form}
        name="outcome"
        label={texts.outcome}
        values={CALL_OUTCOMES}
        nameOf={words.OUTCOMES}
        isFirst
      />
      <ReadBackWith form={form} patient={patient} isRequired={outcome === 'read-back'} />
      <Textarea
        label={texts.readOut}
        required={outcome === '' || needsReadOut(outcome)}
        autosize
        minRows={2}
        maxRows={6}
        {...fieldProps(form, 'readOut')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['value', 'unit'] as const).map((name) => (
          <TextInput
            key={name}
            label={texts[name]}
            autoComplete="off"
            dir="auto"
            {...fieldProps(form, name)}
          />
        ))}
      </SimpleGrid>
      {contacts.length > 1 && (
        <Group gap="xs" role="group" aria-label={texts.calledBefore}>
          {contacts.map((contact) => (
            <Button
              key={`${contact.person} ${contact.phone}`}
              variant="default"
              size="xs"
              rightSection={contact.phone && <PhoneText phone={contact.phone} />}
              onClick={() => choose(contact)}
            >
              <bdi>{contact.person}</bdi>
            </Button>
          ))}
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={texts.person} required autoComplete="off" {...fieldProps(form, 'person')} />
        <TextInput
          label={texts.role}
          placeholder={texts.roleHint}
          required
          autoComplete="off"
          {...fieldProps(form, 'role')}
        />
        <TextInput
          label={texts.phone}
          autoComplete="off"
          dir="ltr"
          inputMode="tel"
          {...fieldProps(form, 'phone')}
        />
        <TextInput label={texts.caller} autoComplete="off" {...fieldProps(form, 'caller')} />
        {(['beganAt', 'endedAt'] as const).map((name) => (
          <MomentField key={name} label={texts[name]} required form={form} name={name} />
        ))}
      </SimpleGrid>
      <Hint>{texts.callHint}</Hint>
    </FormDialog>
  )
}

interface ReadBackWithProps {
  form: UseFormReturn<Fields, unknown, Checked>
  patient: StripPatient
  isRequired: boolean
}

/** Two identifiers, so that the result is not taken for that of a namesake. */
function ReadBackWith({ form, patient: { id, fullName, dateOfBirth }, isRequired }: ReadBackWithProps) {
  const name = inSentence(fullName)
  return (
    <Controller
      control={form.control}
      name="identifiers"
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
        <Checkbox.Group
          label={texts.readBackWith}
          required={isRequired}
          error={error?.message}
          value={value ? [value] : []}
          onChange={(pairs) => onChange(pairs.at(-1) ?? '')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
            {[formatPlainDate(dateOfBirth), formatPatientId(id)].map((other, index) => {
              const pair = texts.identifierPair(name, other)
              return <Checkbox key={other} value={pair} label={pair} {...(index === 0 && { ref })} />
            })}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    />
  )
}
