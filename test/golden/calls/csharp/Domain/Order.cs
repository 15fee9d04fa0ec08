using System.Collections.Generic;
using System.Linq;

namespace Shop.Domain
{
    public partial class Order : Entity
    {
        public List<Line> Lines { get; } = new List<Line>();
        public string Name { get; set; }
        private Status status = Status.Open;

        internal Order(int id) : base(id)
        {
            Validate();
        }

        public Order AddLine(Line line)
        {
            Lines.Add(line);
            Touch();
            return this;
        }

        public int Total => Sum(Lines);

        private static int Sum(IEnumerable<Line> lines)
        {
            return lines.Sum(l => l.Amount());
        }

        public override string Describe()
        {
            return base.Describe() + Label() + Total;
        }

        public class Builder
        {
            private string _name;

            public Builder WithName(string name)
            {
                _name = name;
                return this;
            }

            public Order Build()
            {
                return new Order(1);
            }
        }
    }

    public enum Status { Open, Closed }
}
