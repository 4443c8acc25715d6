import { Text } from '@mantine/core'
import type { Provider } from '@zelab/contract'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { Hint, Ltr } from '../../../ui/display/inline.tsx'
import { InfoDialog } from '../../../ui/feedback/info-dialog.tsx'
import * as texts from './texts.ts'

/** What has to be registered at the provider. */
export function ProviderAddresses({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { name, keySet } = provider
  return (
    <InfoDialog title={texts.addressesOf(name)} onClose={onClose}>
      <Text size="sm">{texts.addressesHint}</Text>
      <AddressesToRegister of={provider} />
      {keySet && <CopiedText label={texts.keySet} text={JSON.stringify(keySet)} />}
    </InfoDialog>
  )
}

/** Known before the provider is added. */
export function AddressesToRegister({
  of: { redirectUri, logoutUri, postLogoutUri },
}: {
  of: Pick<Provider, 'redirectUri' | 'logoutUri' | 'postLogoutUri'>
}) {
  return (
    <>
      <CopiedText label={texts.redirectUri} text={redirectUri} />
      <CopiedText label={texts.logoutUri} text={logoutUri} />
      <CopiedText label={texts.postLogoutUri} text={postLogoutUri} />
    </>
  )
}

function CopiedText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Hint>{label}</Hint>
      <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Ltr>{text}</Ltr> <CopyButton text={text} label={texts.copy(label)} />
      </Text>
    </div>
  )
}
