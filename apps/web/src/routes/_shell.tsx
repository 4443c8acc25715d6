import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '../lib/guards.ts'
import { Shell } from '../shell/shell.tsx'

/** Layout of the signed-in area. All of its pages need a session, most also a permission. */
export const Route = createFileRoute('/_shell')({ beforeLoad: requireSession, component: Shell })
