import type { ExpectedVisit, PatientDeliveryChoice } from '@zelab/contract'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import { useCan, useCurrentUser, useSessionStore } from '../../../lib/session-store.ts'
import { keptInput } from '../../../lib/unsaved-input.ts'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { showFieldErrors } from '../../../ui/form/form-resolver.ts'
import { useGoBack } from '../../../ui/actions/go-back.ts'
import { NoLabNotice, NoLabAdvice } from '../../../ui/feedback/no-lab-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { KnownPhoneDialog, NO_ONE } from './known-phone-dialog.tsx'
import { RegistrationFieldset } from '../form/patient-form-fields.tsx'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'
import { EMPTY_REGISTRATION, registrationResolver } from '../form/patient-form.ts'
import * as texts from '../texts.tsx'
import type { DuplicateDecision } from '../duplicates/use-duplicate-decision.ts'
import { useDuplicateDecision } from '../duplicates/use-duplicate-decision.ts'
import { moveOnWithEnter } from './enter-key.ts'
import { useTypedPatient } from './use-typed-patient.ts'
import { useRegistration } from './use-registration.ts'
import { Box, Button, Checkbox, Stack } from '@mantine/core'
import { MessageDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DuplicateList } from '../duplicates/duplicate-list.tsx'

const REMEMBERED_CITIES = 3

/** In memory and until sign-out only, because no patient data may stay in the browser. */
let cities: readonly string[] = []

useSessionStore.subscribe(({ user }) => {
  if (!user) cities = []
})

/** Cities of the user's recent registrations, as suggestions. */
const rememberedCities = (): readonly string[] => cities

const rememberCity = (typed: string): void => {
  const city = typed.trim()
  if (city === '') return
  const others = cities.filter((other) => other.toLowerCase() !== city.toLowerCase())
  cities = [city, ...others].slice(0, REMEMBERED_CITIES)
}

const FORM = 'registration'
const NO_CHOICE: PatientDeliveryChoice = {
  language: 'en',
  consents: { email: false, sms: false, whatsapp: false },
}

const NO_VISIT: ExpectedVisit = { reportTypeIds: [] }

interface RegistrationPageProps {
  renderSending: (value: PatientDeliveryChoice, onChange: (value: PatientDeliveryChoice) => void) => ReactNode
  renderVisit: (value: ExpectedVisit, onChange: (visit: ExpectedVisit) => void) => ReactNode
}

export function RegistrationPage({ renderSending, renderVisit }: RegistrationPageProps) {
  const { lab } = useCurrentUser()
  const goBack = useGoBack('/user/patients')
  const form = useForm<RegistrationFields, unknown, Registration>({
    resolver: registrationResolver,
    defaultValues: EMPTY_REGISTRATION,
    shouldFocusError: true,
  })
  const [delivery, setDelivery] = useState(
    () =>
      (keptInput(FORM)?.besides as { delivery?: PatientDeliveryChoice } | undefined)?.delivery ?? NO_CHOICE,
  )
  const [visit, setVisit] = useState(
    () => (keptInput(FORM)?.besides as { visit?: ExpectedVisit } | undefined)?.visit ?? NO_VISIT,
  )
  const settle = useUnsavedForm(form, { name: FORM, besides: { delivery, visit } })
  useTypedPatient(form)
  const { inboxItem } = useSearch({ from: '/_shell/user/patients/add' })
  const may = useCan()
  const decision = useDuplicateDecision(form.control)
  const { question, failure, chosen, isPending, start, proceed, dismiss } = useRegistration({
    decision,
    delivery: delivery === NO_CHOICE ? undefined : delivery,
    visit: visit.reportTypeIds.length > 0 || visit.payment ? visit : undefined,
    inboxItem,
    onRegistered: () => {
      rememberCity(form.getValues('address.city') ?? '')
      settle()
      setVisit(NO_VISIT)
      form.reset()
    },
    onRefused: (error) => showFieldErrors(error, form),
  })
  const submit = form.handleSubmit((registration) => start(registration, 'list'))
  const submitAndPublish = form.handleSubmit((registration) => start(registration, 'publish'))

  return (
    <Box maw="var(--form-width)">
      <PageHeader title={texts.patientRegistration} backTo="/user/patients" />
      {!lab && (
        <Box mb="md">
          <NoLabNotice
            lead={texts.whoRegisters}
            actions={
              may('users:add') && (
                <ButtonLink to="/user/users/add" variant="default" size="xs">
                  {texts.addUser}
                </ButtonLink>
              )
            }
          />
        </Box>
      )}
      {inboxItem !== undefined && (
        <Box mb="md">
          <Notice tone="info" title={texts.forInboxItem}>
            {texts.backToInboxItem}
          </Notice>
        </Box>
      )}
      <form
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => moveOnWithEnter(event, form)}
        noValidate
      >
        <Stack>
          {failure && (
            <Notice tone="negative" role="alert" title={texts.patientNotRegistered}>
              {failure}
            </Notice>
          )}
          <RegistrationFieldset
            form={form}
            cities={rememberedCities()}
            notice={lab && <DuplicateDecisionNotice decision={decision} control={form.control} />}
            furtherFields={
              <>
                {renderVisit(visit, setVisit)}
                {renderSending(delivery, setDelivery)}
              </>
            }
            submitLabel={inboxItem === undefined ? texts.registerPatient : texts.registerAndReturn}
            pendingLabel={texts.registering}
            isPending={isPending && chosen === 'list'}
            isBlocked={isPending}
            furtherSubmit={
              inboxItem === undefined &&
              may('reports:publish') && (
                <SubmitButton
                  size="md"
                  variant="light"
                  isPending={isPending && chosen === 'publish'}
                  pendingLabel={texts.registering}
                  disabled={isPending}
                  onClick={() => void submitAndPublish()}
                >
                  {texts.registerAndPublish}
                </SubmitButton>
              )
            }
            onCancel={goBack}
          />
        </Stack>
      </form>
      <NoLabDialog isOpen={question.kind === 'no-lab'} onClose={dismiss} />
      <KnownPhoneDialog
        isOpen={question.kind === 'phone'}
        known={question.kind === 'phone' ? question.known : NO_ONE}
        onDifferent={() => question.kind === 'phone' && void proceed(question.decided)}
        onCancel={dismiss}
      />
    </Box>
  )
}

interface DuplicateDecisionNoticeProps {
  decision: DuplicateDecision
  control: Control<RegistrationFields, unknown, Registration>
}

function DuplicateDecisionNotice({ decision, control }: DuplicateDecisionNoticeProps) {
  const phone = useWatch({ control, name: 'phone' })
  const { candidates, isNeeded, areDifferent, setDifferent, isMissing, choiceRef } = decision
  return (
    <div aria-live="polite">
      {candidates.length > 0 && (
        <Box mt="md">
          <Notice tone="warning" title={texts.possibleDuplicates}>
            <p>{isNeeded ? texts.decideDuplicates : texts.checkSameEmail}</p>
            <DuplicateList duplicates={candidates} phone={phone} />
            {isNeeded && (
              <Checkbox
                ref={choiceRef}
                label={texts.differentPerson}
                checked={areDifferent}
                onChange={({ currentTarget }) => setDifferent(currentTarget.checked)}
                error={isMissing && texts.decisionMissing}
                aria-invalid={isMissing}
              />
            )}
          </Notice>
        </Box>
      )}
    </div>
  )
}

interface NoLabDialogProps {
  isOpen: boolean
  onClose: () => void
}

function NoLabDialog({ isOpen, onClose }: NoLabDialogProps) {
  return (
    <MessageDialog
      opened={isOpen}
      onClose={onClose}
      title={texts.registrationNotPossible}
      actions={
        <Button onClick={onClose} data-autofocus>
          {texts.ok}
        </Button>
      }
    >
      <div role="alert">
        <NoLabAdvice lead={texts.noPatientNoLab} />
      </div>
    </MessageDialog>
  )
}
