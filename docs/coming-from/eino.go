// github.com/cloudwego/eino/adk, not compiled and not run
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"

	"github.com/cloudwego/eino-ext/components/model/openai"
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type order struct {
	Order int `json:"order"`
}

func orderStatus(_ context.Context, in *order) (string, error) {
	return fmt.Sprintf("Order %d was delivered yesterday.", in.Order), nil
}

func newAgent(ctx context.Context, name, description, instruction string, tools ...tool.BaseTool) adk.Agent {
	agent := must(adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        name,
		Description: description,
		Instruction: instruction,
		Model:       must(openai.NewChatModel(ctx, &openai.ChatModelConfig{Model: "gpt-5-mini", APIKey: os.Getenv("OPENAI_API_KEY")})),
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools}},
	}))
	return agent
}

func newDesk(ctx context.Context, refunds adk.Agent) adk.Agent {
	status := must(utils.InferTool("order_status", "Says where an order is.", orderStatus))
	desk := newAgent(ctx, "desk", "Helps with orders.", "You help with orders. Refunds are for the refunds agent.", status)
	return must(adk.SetSubAgents(ctx, desk, []adk.Agent{refunds}))
}

// The same, with an approval.

type payment struct {
	Order int `json:"order"`
	Euros int `json:"euros"`
}

func init() { schema.Register[*payment]() }

func payBack(ctx context.Context, in *payment) (string, error) {
	wasInterrupted, _, kept := tool.GetInterruptState[*payment](ctx)
	if !wasInterrupted {
		return "", tool.StatefulInterrupt(ctx, in, in)
	}
	isTarget, hasData, approved := tool.GetResumeContext[bool](ctx)
	if !isTarget {
		return "", tool.StatefulInterrupt(ctx, kept, kept)
	}
	if !hasData || !approved {
		return "Refused.", nil
	}
	return fmt.Sprintf("Paid back %d euros for order %d.", kept.Euros, kept.Order), nil
}

type files struct{}

func (files) Set(_ context.Context, id string, data []byte) error { return os.WriteFile(id, data, 0o600) }
func (files) Get(_ context.Context, id string) ([]byte, bool, error) {
	data, err := os.ReadFile(id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return data, err == nil, err
}

func main() {
	ctx := context.Background()
	pay := must(utils.InferTool("pay_back", "Pays money back.", payBack))
	cashier := newAgent(ctx, "refunds", "Pays money back for broken orders.", "You handle refunds.", pay)
	runner := adk.NewRunner(ctx, adk.RunnerConfig{Agent: newDesk(ctx, cashier), CheckPointStore: files{}})

	if len(os.Args) < 2 {
		show(runner.Query(ctx, "Order 7 is broken.", adk.WithCheckPointID("order-7")))
		return
	}
	// The argument is the id of the interrupt that the first process has printed.
	targets := map[string]any{os.Args[1]: true}
	show(must(runner.ResumeWithParams(ctx, "order-7", &adk.ResumeParams{Targets: targets})))
}

func show(events *adk.AsyncIterator[*adk.AgentEvent]) {
	for event, ok := events.Next(); ok; event, ok = events.Next() {
		if event.Err != nil {
			log.Fatal(event.Err)
		}
		if event.Action != nil && event.Action.Interrupted != nil {
			for _, each := range event.Action.Interrupted.InterruptContexts {
				fmt.Printf("waiting: %s %+v\n", each.ID, each.Info)
			}
		}
		if event.Output != nil && event.Output.MessageOutput != nil && event.Output.MessageOutput.Message != nil {
			fmt.Printf("%s: %s\n", event.AgentName, event.Output.MessageOutput.Message.Content)
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
