import { zodResolver } from '@hookform/resolvers/zod'
import type { contract, HandlerInput } from '@zelab/contract'
import { securitySettingsBody } from '@zelab/contract'
import type { Path, Resolver } from 'react-hook-form'

/** A number field holds text while it is empty or wrong. */
export type SecurityFields = Record<
  'idleMinutes' | 'absoluteHours' | 'signInAttempts' | 'signInAttemptsPerAddress' | 'signInWindowMinutes',
  number | string
> & {
  secondFactorRoles: string[]
}

export type SecurityChange = HandlerInput<typeof contract.settings.updateSecurity>['body']

export const securityResolver = zodResolver(securitySettingsBody) as unknown as Resolver<
  SecurityFields,
  unknown,
  SecurityChange
>

export const SECURITY_PATHS: readonly Path<SecurityFields>[] = [
  'idleMinutes',
  'absoluteHours',
  'signInAttempts',
  'signInAttemptsPerAddress',
  'signInWindowMinutes',
]
