import { createFileRoute } from '@tanstack/react-router'
import { UnauthorizedPage } from '../features/status-pages/unauthorized-page.tsx'

export const Route = createFileRoute('/user/unauthorized')({ component: UnauthorizedPage })
