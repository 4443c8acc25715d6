import type { FormInput, FormOutput } from '@zelab/contract'
import { securitySettingsBody } from '@zelab/contract'
import type { Resolver } from 'react-hook-form'
import { formResolver } from '../../ui/form/form-resolver.ts'

/** A number field holds text while it is empty or wrong. */
export type SecurityFields = FormInput<typeof securitySettingsBody>
export type SecurityChange = FormOutput<typeof securitySettingsBody>

export const securityResolver: Resolver<SecurityFields, unknown, SecurityChange> =
  formResolver(securitySettingsBody)
