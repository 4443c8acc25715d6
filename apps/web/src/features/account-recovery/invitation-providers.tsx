import { Button, Stack } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { NamedProvider } from '@zelab/contract'
import { keepProvider } from '../../entities/identity/kept-provider.ts'
import { startAddress } from '../../entities/identity/provider-address.ts'
import { pageApi } from '../../lib/page-api.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import * as texts from './texts.ts'

/** Undefined until the server has said it. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => pageApi.oidc.getInvitation({ body: { token } }, { signal }),
    enabled: token !== '',
    staleTime: Infinity,
  }).data

/** Providers of the email's domain. An invited user needs no password with one of them. */
export function InvitationProviders({ token, email }: { token: string; email: string }) {
  const [, domain = ''] = email.toLowerCase().split('@')
  const { data: answer } = useQuery({
    queryKey: ['providers', domain],
    queryFn: ({ signal }) => pageApi.oidc.listProviders({ query: { domain } }, { signal }),
    enabled: domain !== '' && token !== '',
    staleTime: Infinity,
  })
  const offered = (answer?.data ?? []).filter(({ isOfDomain }) => isOfDomain)
  if (offered.length === 0) return null
  return (
    <>
      <Hint>{texts.invitedHint}</Hint>
      <ContinueButtons providers={offered} token={token} />
    </>
  )
}

/** Instead of a password, where the lab accepts none. */
export function OnlyProviders({ providers, token }: { providers: readonly NamedProvider[]; token: string }) {
  return providers.length === 0 ? (
    <Notice tone="negative" role="alert" title={texts.linkExpired} />
  ) : (
    <ContinueButtons providers={providers} token={token} />
  )
}

function ContinueButtons({ providers, token }: { providers: readonly NamedProvider[]; token: string }) {
  const leave = (id: number, name: string) => {
    keepProvider({ name, isLinking: false })
    window.location.assign(startAddress(id, { purpose: 'invitation', token }))
  }
  return (
    <Stack gap="xs">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => leave(id, name)}
        >
          {texts.continueWith(name)}
        </Button>
      ))}
    </Stack>
  )
}
