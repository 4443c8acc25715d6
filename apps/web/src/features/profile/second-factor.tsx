import { useMutation } from '@tanstack/react-query'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useSessionStore } from '../../lib/session-store.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { ReauthenticationDialog } from '../../entities/identity/reauthentication-dialog.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { readSession } from '../../lib/queries/account.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { SUCCESS } from '@zelab/contract/messages'
import * as texts from './texts.tsx'
import { endpointMutation, useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

type Step = 'set-up' | 'renew' | 'remove'

export function SecondFactor() {
  const session = useSessionStore((state) => state.session)
  const state = session?.secondFactor ?? 'off'
  const hasAuthenticator = session?.hasAuthenticator ?? false
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  const explanation = hasAuthenticator
    ? texts.secondFactorOn
    : state === 'on'
      ? texts.secondFactorPasskey
      : texts.secondFactorOff
  return (
    <SectionCard
      title={texts.secondFactor}
      actions={
        state === 'on' ? (
          <StatusBadge tone="positive">{texts.on}</StatusBadge>
        ) : (
          <StatusBadge tone={state === 'required' ? 'warning' : 'neutral'}>{texts.off}</StatusBadge>
        )
      }
    >
      {state === 'required' && (
        <Notice tone="warning" title={texts.roleNeedsSecondFactor}>
          {texts.setItUpNow}
        </Notice>
      )}
      <Text size="sm" my="sm">
        {explanation}
      </Text>
      <Group gap="xs">
        {state === 'on' && (
          <Button size="xs" variant="default" onClick={() => setStep('renew')}>
            {texts.newRecoveryCodes}
          </Button>
        )}
        {hasAuthenticator ? (
          <>
            <Button size="xs" variant="default" onClick={() => setStep('set-up')}>
              {texts.replace}
            </Button>
            <Button size="xs" variant="default" onClick={() => setStep('remove')}>
              {texts.switchOff}
            </Button>
          </>
        ) : (
          <Button size="xs" {...(state === 'on' && { variant: 'default' })} onClick={() => setStep('set-up')}>
            {state === 'on' ? texts.setUpApp : texts.setUp}
          </Button>
        )}
      </Group>
      {step === 'set-up' && <SecondFactorSetup isReplacing={hasAuthenticator} onClose={close} />}
      {step === 'renew' && <RenewCodes onClose={close} />}
      {step === 'remove' && <RemoveFactor onClose={close} />}
    </SectionCard>
  )
}

function RenewCodes({ onClose }: { onClose: () => void }) {
  const renew = useEndpoint(api.auth.renewRecoveryCodes)
  const codes = renew.data?.data.recoveryCodes
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  return (
    <ReauthenticationDialog
      title={texts.newRecoveryCodes}
      text={texts.earlierCodesStop}
      confirmLabel={texts.makeNewCodes}
      onConfirm={(proof) => renew.mutateAsync({ body: proof })}
      onCancel={onClose}
    />
  )
}

function RemoveFactor({ onClose }: { onClose: () => void }) {
  const remove = useMutation({
    ...endpointMutation(api.auth.removeSecondFactor),
    onSuccess: readSession,
  })
  return (
    <ReauthenticationDialog
      title={texts.switchOffSecondFactor}
      text={texts.switchOffHint}
      confirmLabel={texts.switchOff}
      onConfirm={async (proof) => {
        await remove.mutateAsync({ body: proof })
        toastSuccess(SUCCESS.secondFactorOff)
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
