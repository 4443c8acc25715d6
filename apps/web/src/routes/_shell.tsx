import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '../lib/guards.ts'
import { Shell } from '../shell/shell.tsx'

/** The frame of the signed-in area; every page inside needs a session, most need a permission as well. */
export const Route = createFileRoute('/_shell')({ beforeLoad: requireSession, component: Shell })
