import sys

from handoff_agent.dispatch import main

sys.exit(main(sys.argv[1:]))
