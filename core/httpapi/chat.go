package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
)

// chatID is the one chat that the shop has, as its script counts them.
const chatID = 1

// Chat is the support chat.
type Chat struct {
	ID       int         `json:"id"`
	Script   string      `json:"script" doc:"address of the provider's script; it may be loaded once the visitor has agreed"`
	Open     bool        `json:"open" doc:"somebody answers now"`
	OpensAt  *time.Time  `json:"opensAt,omitempty" doc:"when somebody answers again; missing while open"`
	Hours    []ChatHours `json:"hours" doc:"empty: always"`
	TimeZone string      `json:"timeZone"`
}

// ChatHours is a time of some days of the week.
type ChatHours struct {
	Days   []int  `json:"days" doc:"0 is Sunday"`
	Opens  string `json:"opens" doc:"09:00"`
	Closes string `json:"closes" doc:"18:00"`
}

func (s *Server) registerChat(api huma.API) {
	register(api, get("home", "chat", "/api/chat", "The support chat, and whether somebody answers now"), s.chat)
}

func (s *Server) chat(_ context.Context, _ *none) (Chat, error) {
	c := s.deps.Chat
	if c == nil {
		return Chat{}, fault.New(fault.NotFound, "chat_off")
	}
	now := time.Now()
	answer := Chat{ID: chatID, Script: c.Script, Open: c.Hours.Open(now), Hours: []ChatHours{}, TimeZone: "Europe/Berlin"}
	if !answer.Open {
		opens := c.Hours.Next(now)
		answer.OpensAt = &opens
	}
	for _, span := range c.Hours {
		hours := ChatHours{Opens: span.Opens.String(), Closes: span.Closes.String()}
		for _, day := range span.Days {
			hours.Days = append(hours.Days, int(day))
		}
		answer.Hours = append(answer.Hours, hours)
	}
	return answer, nil
}

// letChatIn adds the chat's origins to a page's content security policy. The page itself loads nothing from there before
// the visitor has agreed.
func (s *Server) letChatIn(res *http.Response) {
	policy := res.Header.Get("Content-Security-Policy")
	if policy == "" || s.deps.Chat == nil {
		return
	}
	policy = extendPolicy(policy, []string{s.deps.Chat.Origin})
	directives := strings.Split(policy, ";")
	for i, d := range directives {
		if strings.HasPrefix(strings.TrimSpace(d), "connect-src ") {
			directives[i] = d + " " + s.deps.Chat.Sockets()
		}
	}
	res.Header.Set("Content-Security-Policy", strings.Join(directives, ";"))
}
