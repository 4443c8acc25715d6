import { Box, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LabSignIn as SignIn, Saved, SignInRule } from '@zelab/contract'
import { openSignInBody, SIGN_IN_RULES } from '@zelab/contract'
import { OPEN_SIGN_IN_HOURS, STAFF_BEFORE_PROVIDER_ONLY } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { ConfirmedFormDialog, useConfirmedIdentity } from '../../../entities/identity/confirmed-identity.tsx'
import { serverNow } from '../../../lib/activity-clock.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { Hint, Isolated } from '../../../ui/display/inline.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { fieldProps, KEEP_DIRTY, numberProps, useSchemaForm } from '../../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { LabSettingsCard, type LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

type DialogProps = LabSettingsDialogProps<Saved<SignIn>>

const DEFAULT_HOURS = 4

/** The end of an opening that has not passed. */
const openUntil = ({ openUntil: until }: SignIn): string | null =>
  until !== null && new Date(until).getTime() > serverNow() ? until : null

const factsOf = ({ rule, providers, staff, signedIn, notLinked, withoutIdentityCheck }: SignIn) => [
  { label: texts.rule, value: texts.RULES[rule] },
  {
    label: texts.providers,
    value: providers.map(({ name }) => name).join(', ') || texts.noProviders,
    isLong: true,
  },
  { label: texts.staff, value: formatCount(staff) },
  { label: texts.signedIn, value: formatCount(signedIn) },
  { label: texts.notLinked, value: formatCount(notLinked) },
  { label: texts.withoutIdentityCheck, value: formatCount(withoutIdentityCheck) },
]

export function LabSignIn({ labId }: { labId: number }) {
  const query = useQuery(endpointQuery(pageApi.providers.getLabSignIn, { params: { id: labId } }))
  const canOpen = query.data?.rule === 'provider' && openUntil(query.data) === null
  return (
    <LabSettingsCard
      labId={labId}
      title={texts.signIn}
      subtitle={texts.signInHint}
      query={query}
      facts={factsOf}
      notice={(settings) => <OpeningNotice labId={labId} settings={settings} />}
      edits={[[texts.edit, RuleDialog], ...(canOpen ? ([[texts.open, OpenDialog]] as const) : [])]}
    />
  )
}

function OpeningNotice({ labId, settings }: { labId: number; settings: Saved<SignIn> }) {
  const update = useEndpoint(pageApi.providers.updateLabSignIn, { id: labId })
  const identity = useConfirmedIdentity()
  const until = openUntil(settings)
  if (until === null) return null
  const end = () =>
    void identity
      .run(async () => {
        await update.mutateAsync({ rule: 'provider', updatedAt: settings.updatedAt })
        toastSuccess(texts.ended)
      })
      .catch((error: unknown) => toastError(error))
  return (
    <Box mb="md">
      <Notice
        tone="warning"
        title={texts.isOpen(formatMoment(until))}
        actions={
          <SubmitButton size="xs" variant="default" isPending={update.isPending} onClick={end}>
            {texts.endNow}
          </SubmitButton>
        }
      >
        <Isolated>{settings.openReason}</Isolated>
      </Notice>
      {identity.dialog}
    </Box>
  )
}

function RuleDialog({ labId, settings, onClose }: DialogProps) {
  const update = useEndpoint(pageApi.providers.updateLabSignIn, { id: labId })
  const form = useForm<{ rule: SignInRule }>({
    values: { rule: settings.rule },
    resetOptions: KEEP_DIRTY,
  })
  const chosen = useWatch({ control: form.control, name: 'rule' })
  const isTooFew = settings.rule === 'any' && settings.signedIn < STAFF_BEFORE_PROVIDER_ONLY
  return (
    <ConfirmedFormDialog
      title={texts.signIn}
      name={`sign-in of lab ${labId}`}
      form={form}
      onSave={({ rule }) => update.mutateAsync({ rule, updatedAt: settings.updatedAt })}
      needsChange
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="rule"
        render={({ field }) => (
          <Radio.Group {...field} label={texts.rule}>
            <Stack gap="sm" mt="xs">
              {SIGN_IN_RULES.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={texts.RULES[one]}
                  description={texts.RULE_HINTS[one]}
                  disabled={one === 'provider' && isTooFew}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      />
      {isTooFew && <Hint>{texts.tooFew}</Hint>}
      {chosen === 'provider' && settings.rule === 'any' && settings.notLinked > 0 && (
        <Notice tone="warning" title={texts.notLinkedLose(settings.notLinked)}>
          {texts.notLinkedAdvice}
        </Notice>
      )}
      {chosen === 'provider' && settings.withoutIdentityCheck > 0 && (
        <Notice tone="warning" title={texts.cannotConfirm(settings.withoutIdentityCheck)}>
          {texts.cannotConfirmAdvice}
        </Notice>
      )}
    </ConfirmedFormDialog>
  )
}

function OpenDialog({ labId, settings, onClose }: DialogProps) {
  const open = useEndpoint(pageApi.providers.openLabSignIn, { id: labId })
  const form = useSchemaForm(openSignInBody, { defaultValues: { hours: DEFAULT_HOURS, reason: '' } })
  return (
    <ConfirmedFormDialog
      title={texts.open}
      lead={texts.openHint}
      name={`opening of lab ${labId}`}
      form={form}
      onSave={(checked) => open.mutateAsync({ ...checked, updatedAt: settings.updatedAt })}
      success={SUCCESS.signInOpened}
      submitLabel={texts.openNow}
      pendingLabel={texts.opening}
      onClose={onClose}
      size="md"
    >
      <TextInput
        label={texts.hours}
        description={texts.hoursHint(OPEN_SIGN_IN_HOURS.min, OPEN_SIGN_IN_HOURS.max)}
        required
        min={OPEN_SIGN_IN_HOURS.min}
        max={OPEN_SIGN_IN_HOURS.max}
        data-autofocus
        {...numberProps(form, 'hours')}
      />
      <Textarea
        label={texts.reason}
        required
        autosize
        minRows={2}
        maxRows={6}
        {...fieldProps(form, 'reason')}
      />
    </ConfirmedFormDialog>
  )
}
