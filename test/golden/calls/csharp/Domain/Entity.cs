namespace Shop.Domain
{
    public abstract class Entity
    {
        protected int Id;

        protected Entity(int id)
        {
            Id = id;
        }

        public virtual string Describe() => Key();

        protected void Touch()
        {
            Audit("touch");
        }

        private void Audit(string what)
        {
        }

        private string Key() => Id.ToString();
    }

    public class Line
    {
        public int Price { get; set; }

        public Line()
        {
        }

        public Line(int price)
        {
            Price = price;
        }

        public int Amount() => Price;

        public bool IsCheap() => Amount() < 10;

        public void Rename(string name)
        {
        }
    }
}
