import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { keepProvider } from '../../entities/identity/kept-provider.ts'
import { startAddress } from '../../entities/identity/provider-address.ts'
import { pageApi } from '../../lib/page-api.ts'
import { Hint } from '../../ui/display/inline.tsx'
import * as texts from './texts.ts'

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
  const leave = (id: number, name: string) => {
    keepProvider({ name, isLinking: false })
    window.location.assign(startAddress(id, { purpose: 'invitation', token }))
  }
  return (
    <>
      <Hint>{texts.invitedHint}</Hint>
      {offered.map(({ id, name }) => (
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
    </>
  )
}
