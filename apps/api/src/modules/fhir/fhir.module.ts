import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'

export const fhirModule = (_: Context) => defineModule({ services: {} })
