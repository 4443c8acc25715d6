import { Button, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { CalledPerson, FormInput, FormOutput } from '@zelab/contract'
import { criticalCallForm, criticalCallProblems, needsReadOut } from '@zelab/contract'
import { CALL_OUTCOMES } from '@zelab/contract/limits'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { serverNow } from '../../lib/activity-clock.ts'
import { useRecordCall, type CriticalSubject } from '../../entities/critical/queries.ts'
import { isRefusal } from '../../lib/api-error.ts'
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
  /** As the page shows it now. */
  subject: CriticalSubject
  /** As `#12`. */
  number: string
  /** A call that is read back closes the result. */
  isOpen: boolean
  /** Whom to call; the first one is proposed. */
  contacts: readonly CalledPerson[]
  onClose: () => void
}

export function CallDialog({ subject, number, isOpen, contacts, onClose }: CallDialogProps) {
  const record = useRecordCall()
  const { fullName } = useCurrentUser()
  // The call is about what the page showed when the dialog opened, until the user was told of a change.
  const [opened, setOpened] = useState<CriticalSubject | undefined>(subject)
  const [now] = useState(() => localMoment(new Date(serverNow()).toISOString()))
  const [proposed] = contacts
  const form = useForm<Fields, unknown, Checked>({
    resolver: checkCall,
    defaultValues: {
      caller: fullName,
      person: proposed?.person ?? '',
      role: proposed?.role ?? '',
      phone: proposed?.phone ?? '',
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
    for (const [name, value] of Object.entries({ person, role, phone: phone ?? '' }))
      form.setValue(name as 'person' | 'role' | 'phone', value, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <FormDialog
      title={texts.callTo(number)}
      name={`call about report ${number}`}
      form={form}
      onSave={async (call) => {
        try {
          const { data } = await record.mutateAsync({ subject: opened ?? subject, call })
          const closes = isOpen && data.results[0]?.closed?.as === 'read-back'
          toastSuccess(closes ? texts.closedByCall : texts.callRecorded)
        } catch (error) {
          if (isRefusal(error, 'CRITICAL_CHANGED')) setOpened(undefined)
          throw error
        }
      }}
      success={null}
      submitLabel={texts.recordCall}
      pendingLabel={texts.recording}
      onClose={onClose}
    >
      <RadioField
        form={form}
        name="outcome"
        label={texts.outcome}
        values={CALL_OUTCOMES}
        nameOf={words.OUTCOMES}
      />
      <Textarea
        label={texts.readOut}
        required={outcome === '' || needsReadOut(outcome)}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus={proposed ? true : undefined}
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
      <TextInput
        label={texts.identifiers}
        placeholder={texts.identifiersHint}
        autoComplete="off"
        {...fieldProps(form, 'identifiers')}
      />
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
        <TextInput
          label={texts.person}
          required
          autoComplete="off"
          data-autofocus={proposed ? undefined : true}
          {...fieldProps(form, 'person')}
        />
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
