import { Button, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { NamedProvider } from '@zelab/contract'
import { useEffect, useState } from 'react'
import { keepProvider } from '../../entities/identity/kept-provider.ts'
import { startAddress } from '../../entities/identity/provider-address.ts'
import { signInWith } from '../../entities/identity/texts.ts'
import { browserStorage } from '../../lib/browser-storage.ts'
import { isOrigin } from '../../lib/guards.ts'
import { pageApi } from '../../lib/page-api.ts'
import { login as words } from './texts.ts'
import classes from './top-bar.module.css'

const TYPING_MS = 300
/** Stores the domain of the email that last led to a provider, whose button is then there before one is typed. */
const LAST_DOMAIN = 'zelab-provider-domain'
const DOMAIN = /^([a-z\d-]+\.)+[a-z][a-z\d-]*[a-z\d]$/

const domainOf = (email: string): string | undefined => {
  const [, domain = ''] = email.trim().toLowerCase().split('@')
  return DOMAIN.test(domain) ? domain : undefined
}

/** Providers of the domain of the typed email before those that are always offered. */
export const useProviders = (email: string) => {
  const [last] = useState(() => domainOf(`@${String(browserStorage.read(LAST_DOMAIN))}`))
  const [domain] = useDebouncedValue(domainOf(email) ?? last, TYPING_MS)
  const { data: offered } = useQuery({
    queryKey: ['providers', domain],
    queryFn: ({ signal }) => pageApi.oidc.listProviders({ query: { ...(domain && { domain }) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const { data = [], hasPasskeys } = offered ?? {}
  return {
    /** Undefined until the server has said it. */
    hasPasskeys,
    providers: data.toSorted((one, other) => Number(other.isOfDomain) - Number(one.isOfDomain)),
  }
}

interface ProviderSignInProps {
  providers: readonly NamedProvider[]
  email: string
  isDisabled: boolean
}

export function ProviderSignIn({ providers, email, isDisabled }: ProviderSignInProps) {
  const router = useRouter()
  const [leaving, setLeaving] = useState<number>()
  // The browser may show this page again as it was left.
  useEffect(() => {
    const comeBack = () => setLeaving(undefined)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const leave = ({ id, name }: NamedProvider) => {
    const { origin } = router.state.location.state
    const domain = domainOf(email)
    setLeaving(id)
    if (domain) browserStorage.write(LAST_DOMAIN, domain)
    keepProvider({ name, isLinking: false })
    window.location.assign(
      startAddress(id, { purpose: 'sign-in', email, ...(isOrigin(origin) && { returnTo: origin }) }),
    )
  }
  if (providers.length === 0) return null
  return (
    <Stack gap="xs">
      <p className={classes.or}>{words.or}</p>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          fullWidth
          leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden="true" />}
          loading={leaving === provider.id}
          disabled={isDisabled || leaving !== undefined}
          onClick={() => leave(provider)}
        >
          {signInWith(provider.name)}
        </Button>
      ))}
    </Stack>
  )
}
